import { chinese } from "./chinese.ts";
import type { Language } from "./language.ts";

export const chineseTraditional: Language = {
  ...chinese,
  tag: "zh-hant",
  refusal: "在現有資料中沒有找到這個問題的答案。",
  replies: {
    hello: "你好！我是{name}。",
    introduction: "我是{name}。",
    thanks: "不客氣。",
    goodbye: "再見。",
    sources: "我根據以下資料回答：{titles}。",
    noSources: "我還沒有資料。",
    examples: "例如，你可以問我：",
    about: "資料中關於{subject}是怎麼說的？",
  },
};
