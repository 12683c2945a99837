/** The primary subtag of a BCP 47 language: `pt-BR` → `pt`. */
export function primarySubtag(language: string): string {
  return language.split(/[-_]/, 1)[0]!.toLowerCase();
}
