export function primarySubtag(language: string): string {
  const end = language.search(/[-_]/);
  return (end < 0 ? language : language.slice(0, end)).toLowerCase();
}
