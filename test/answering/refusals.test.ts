import { describe, expect, test } from "bun:test";
import { refusalFor } from "../../src/answering/reply.ts";

const languages = "en de fr es it pt nl sv da no fi ru ar hi tr el ro vi zh ja ko th".split(" ");

describe("refusalFor", () => {
  test("every known language has its own", () => {
    expect(new Set(languages.map(refusalFor)).size).toBe(languages.length);
  });

  test("regions and scripts are understood", () => {
    expect(refusalFor("pt-BR")).toBe(refusalFor("pt"));
    expect(refusalFor("zh-TW")).toBe("在現有資料中沒有找到這個問題的答案。");
    expect(refusalFor("zh-CN")).toBe(refusalFor("zh"));
  });

  test("an unknown language is refused in English", () => {
    expect(refusalFor("tlh")).toBe("I could not find an answer to that in the available sources.");
  });
});
