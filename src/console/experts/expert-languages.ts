/** Languages to choose from, after `auto`. The API accepts every BCP 47 tag. */
const tags = [
  ..."ar bg ca cs da de el en es et eu fa fi fr ga he hi hr hu hy id it ja ko lt lv".split(" "),
  ..."ms nl no pl pt ro ru sk sl sr sv sw ta th tr uk ur vi yo zh".split(" "),
];

/** @param auto the name of `auto` @param shownIn the language of the names @param others tags that the list must contain */
export function expertLanguages(
  auto: string,
  shownIn: string,
  others: readonly string[] = [],
): (readonly [string, string])[] {
  const names = new Intl.DisplayNames([shownIn], { type: "language" });
  const listed = [...new Set([...tags, ...others])]
    .filter((tag) => tag !== "auto")
    .map((tag) => [tag, names.of(tag) ?? tag] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, shownIn));
  return [["auto", auto], ...listed];
}
