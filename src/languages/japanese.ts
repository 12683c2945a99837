/** Japanese: what the program knows about how the language is written and how its questions are phrased. */
import type { Language } from "./language.ts";

export const japanese: Language = {
  tag: "ja",
  spacing: "none",
  questions: {
    how_to: "どうやって|どのように|どうすれば|方法は|手順|やり方",
    how_many: "いくつ|何人|何個|何回|何本|何件|何パーセント|割合|何種類|何名|何ヶ国|何か国",
    when: "いつ|何年|何月|何日|何世紀|何時|何年代|どの年|どの時代|日付",
    how_much: "いくら|どのくらい|どれくらい|どれだけ|何メートル|何キロ|何歳|何時間|何分|高さは|長さは|面積は|頻度",
    why: "なぜ|どうして|理由|原因|何のため",
    where: "どこ|どの国|何という国|どの都市|どの州|どの地域|どちらの国|場所は|何市|何県",
    list: "列挙|挙げ|どれとどれ|何がありますか|どんな種類|どのような種類|一覧",
    who: "誰|だれ|どなた|何という人|どの人物|どの大統領",
    definition: "とは何|何ですか|とは|意味|定義|何と呼",
    yes_no: "ですか|ますか|でしょうか|かどうか",
    other: "何|どの|どんな|どちら|どれ",
  },
  negation: "ない|ません|なかった",
  exceptions: "以外",
  frames: null,
  forms: null,
  verbPrefixes: null,
  opposites: null,
  negatingPrefixes: null,
  counting: null,
  breadth: {
    sides: null,
    linked: null,
    overview:
      "概要|概略|要約|まとめて|あらまし|全体像|について(?:教えて|説明して|述べて|話して|詳しく)|^.{1,40}を(?:説明|解説|要約|列挙|紹介)し(?:て|なさい|ろ)|(?<source>^[^、。？]{1,16}?)(?:は|では|には).{1,40}?について(?:何|どう|どのように|なんと)(?:と)?(?:言|述べ|書|説明|定め|規定)|(?:要件|規則|制限|選択肢|手順|機能|条件|注意点|特徴|原則|違い)(?:は何|には何|にはどのような|を教えて)|仕組み|どのように(?:動作|機能|働)",
    about:
      "概要 概略 要約 まとめて あらまし 全体像 教えて 説明 解説 列挙 紹介 して ください 何 どう どのように 言って 述べて 書いて います について 要件 仕組み",
  },
  refusal: "利用できる資料の中に、その答えは見つかりませんでした。",
  followUps: {
    openers: "では|じゃあ|それでは|でも|そして|また|なぜ",
    pointers: "それ|これ|あれ|その|この|あの|彼|彼女|そこ|ここ",
  },
  talk: {
    hello: "こんにちは|こんばんは|おはよう|おはようございます|やあ",
    thanks: "ありがとう|ありがとうございます|どうも",
    goodbye: "さようなら|またね",
    ability: "何ができますか|何をしてくれますか|あなたは誰ですか|ヘルプ|何ができるの",
  },
  replies: {
    hello: "こんにちは。{name}です。",
    introduction: "{name}です。",
    thanks: "どういたしまして。",
    goodbye: "さようなら。",
    sources: "次の資料をもとに答えます：{titles}。",
    noSources: "まだ資料がありません。",
    examples: "たとえば、次のように質問できます。",
    about: "{subject}について資料は何と述べていますか？",
  },
  numbers: null,
  reasons: "ため|から|ので",
  eras: "世紀",
  abbreviations: null,
  capitalNouns: false,
};
