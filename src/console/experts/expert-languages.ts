/** Languages to choose from. The API accepts every BCP 47 tag. */
const tags = [
  ..."ar bg ca cs da de el en es et eu fa fi fr ga he hi hr hu hy id it ja ko lt lv".split(" "),
  ..."ms nl no pl pt ro ru sk sl sr sv sw ta th tr uk ur vi yo zh".split(" "),
];

/** @param shownIn the language of the names. @param others tags that the list must contain. */
export function expertLanguages(shownIn: string, others: readonly string[] = []): (readonly [string, string])[] {
  const names = new Intl.DisplayNames([shownIn], { type: "language" });
  return [...new Set([...tags, ...others])]
    .map((tag) => [tag, names.of(tag) ?? tag] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, shownIn));
}
