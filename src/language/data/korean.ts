import { type Language, unlisted } from "./language.ts";

export const korean: Language = {
  tag: "ko",
  spacing: "particles",
  questions: {
    how_to: "어떻게|방법은|하려면|절차",
    how_many: "몇 명|몇 개|몇 번|몇|얼마나 많은|비율|몇 퍼센트|개수",
    when: "언제|몇 년|어느 해|몇 월|며칠|몇 세기|어느 시대|몇 시|날짜|어떤 해|몇년",
    how_much: "얼마|얼마나|몇 살|몇 미터|몇 시간|크기는|높이는|길이는|얼마나 자주",
    why: "왜|이유|원인|무엇 때문",
    where: "어디|어느 나라|어느 도시|어느 주|어느 지역|어떤 나라|어떤 도시|장소",
    list: "나열|열거|어떤 것들|무엇무엇|어떤 종류|종류는",
    who: "누가|누구|누굴|어떤 사람|어느 대통령",
    definition: "무엇인가|무엇입니까|무엇이|뜻|의미|정의|란|이란|무엇이라고",
    yes_no: "입니까|습니까|인가요|나요|까요|한가요",
    other: "무슨|어떤|어느|무엇|뭐",
  },
  negation: "않|없|아닌",
  exceptions: "제외",
  frames: null,
  ...unlisted,
  negatingPrefixes: null,
  breadth: {
    sides: null,
    linked: null,
    overview: String.raw`개요|요약|정리해|(?:에 대해|에 관해|에 대하여)(?:서)? ?(?:설명|알려|말해|이야기|소개)|^.{1,40}(?:을|를) (?:설명|요약|소개)해|(?<source>^\S{1,12}(?:은|는|에서는)) .{1,40}(?:에 대해|에 관해)(?:서)? (?:뭐라고|무엇을|무엇이라고|어떻게|뭘)`,
    contents:
      "^(?:모든 |이 |전체 )?(?:문서|자료|파일|출처)(?:들)?(?:의 개요|를 요약|을 요약| 요약).{0,12}$|^(?:어떤|무슨) (?:문서|자료|파일)(?:가|이) (?:있|있나|있습니까).{0,6}$|^무엇을 도와.{0,12}$",
    about:
      "개요 요약 정리 설명 알려 알려줘 말해 말해줘 소개 이야기 대해 대해서 관해 무엇 무엇을 뭐라고 어떻게 하나요 해줘 해주세요",
  },
  refusal: "이용할 수 있는 자료에서 이 질문에 대한 답을 찾지 못했습니다.",
  followUps: { openers: "그럼|그러면|그리고|하지만|또|왜", pointers: "그것|이것|그|그녀|그들|거기|여기|저것" },
  talk: {
    hello: "안녕|안녕하세요|안녕하십니까",
    thanks: "감사합니다|고마워|고맙습니다",
    goodbye: "안녕히 계세요|잘 가",
    ability:
      "무엇을 할 수 있나요|무엇을 할 수 있습니까|무엇을 할 수 있어요|뭘 할 수 있어요|뭐 할 수 있어|누구세요|누구십니까|도움말",
  },
  replies: {
    hello: "안녕하세요. 저는 {name}입니다.",
    introduction: "저는 {name}입니다.",
    thanks: "천만에요.",
    goodbye: "안녕히 가세요.",
    sources: "다음 자료를 바탕으로 답합니다: {titles}.",
    noSources: "아직 자료가 없습니다.",
    examples: "예를 들어 이렇게 물어보실 수 있습니다:",
  },
  numbers: null,
  reasons: "때문",
  eras: "세기",
  abbreviations: null,
  capitalNouns: false,
};
