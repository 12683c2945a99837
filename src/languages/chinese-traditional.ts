/** Chinese in traditional characters, where it differs from simplified ones. */
import { chinese } from "./chinese.ts";
import type { Language } from "./language.ts";

export const chineseTraditional: Language = {
  ...chinese,
  tag: "zh-hant",
  refusal: "在現有資料中沒有找到這個問題的答案。",
};
