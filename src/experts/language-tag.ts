import { Fault } from "../kernel/fault.ts";
import { nearestName } from "../kernel/nearest-name.ts";
import { autoLanguage } from "../language/find-language.ts";

/** Canonical BCP 47, from a tag or a language's name. @throws Fault `invalid_parameter` for an unknown language */
export function languageTag(given: string): string {
  const text = given.trim();
  if (text.toLowerCase() === autoLanguage) return autoLanguage;
  const locale = localeOf(text);
  if (locale !== null && isKnown(locale.language)) return locale.toString();
  const named = namedLanguages();
  const found = named.get(text.toLowerCase());
  if (found !== undefined) return found.tag;
  const near = named.get(nearestName(text, [...named.keys()]) ?? "");
  throw new Fault("invalid_parameter", `"${given}" is not a language.`, {
    param: "language",
    hint:
      near === undefined
        ? "Use auto, a tag like en, de or zh-Hans (BCP 47), or the name of the language."
        : `Did you mean ${near.name} (${near.tag})?`,
  });
}

function localeOf(text: string): Intl.Locale | null {
  try {
    return new Intl.Locale(text);
  } catch {
    return null;
  }
}

function isKnown(language: string): boolean {
  return language === "und" || inEnglish().of(language) !== undefined;
}

function inEnglish() {
  return new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
}

interface NamedLanguage {
  readonly tag: string;
  readonly name: string;
}

function namedLanguages(): Map<string, NamedLanguage> {
  const english = inEnglish();
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const tags = [...letters.flatMap((a) => letters.map((b) => a + b)), "zh-Hans", "zh-Hant", "pt-BR", "fil", "haw"];
  const names = new Map<string, NamedLanguage>();
  for (const tag of tags) {
    const name = english.of(tag);
    if (name === undefined) continue;
    const own = new Intl.DisplayNames([tag], { type: "language", fallback: "none" }).of(tag);
    for (const each of [name, own ?? name]) {
      const key = each.toLowerCase();
      if (!names.has(key)) names.set(key, { tag: new Intl.Locale(tag).toString(), name: each });
    }
  }
  return names;
}
