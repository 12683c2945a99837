/** Spellings and sizes, in every language. */

/** Units of one kind can be converted. */
type Size = readonly [kind: string, size: number];

/** Kinds with their units, each in units of the first. */
const kinds =
  "s: min=60 h=3600 d=86400 wk=604800|mo: y=12 decade=120 century=1200|in: ft=12 yd=36 mi=63360|oz: lb=16|g: t=1e6|m²: are=100 ha=1e4 km²=1e6|acre|gal|%|‰|pp|€|$|£|¥|¢|CHF|°|°C|°F|K|px|pt|psi|dB|times|m³|pound";
/** Prefixes of units and of their words, with factors. */
const prefixes =
  "n=1e-9 nano|µ=1e-6 mi[ck]ro|m=1e-3 mill?[ií]|c=1e-2 [cz]ent[ií]|d=1e-1 d[eé][cz][ií]|h=100 he[ck]t[oó]|k=1e3 kil[oó]|M=1e6 m[eé]ga|G=1e9 giga|T=1e12 t[eé]ra|Ki=1024 kibi|Mi=1048576 m[eé]bi|Gi=1073741824 gibi|Ti=1099511627776 t[eé]bi";
const scaled = "m g l s W V A Hz Pa bar J Wh B bit";

const sizes = sizesOfUnits();

function sizesOfUnits(): ReadonlyMap<string, Size> {
  const found = new Map<string, Size>();
  for (const line of kinds.split("|")) {
    const [kind = "", others = ""] = line.split(": ");
    for (const [unit = "", size = "1"] of [[kind], ...others.split(" ").map((each) => each.split("="))])
      if (unit !== "") found.set(unit, [kind, Number(size)]);
  }
  for (const unit of scaled.split(" ")) {
    found.set(unit, [unit, 1]);
    for (const [prefix = "", size] of prefixes.split("|").map((each) => each.split(/[= ]/)))
      if (!found.has(prefix + unit)) found.set(prefix + unit, [unit, Number(size)]);
  }
  return found;
}

/** Other spellings, valid in every language. */
const aliases: ReadonlyMap<string, string> = new Map([
  ...["B", "Hz"].flatMap((unit) =>
    ["", "k", "M", "G", "T", "Ki", "Mi", "Gi", "Ti"].map(
      (scale) => [(scale + unit).toLowerCase(), scale + unit] as const,
    ),
  ),
  ..."sec=s ltr=l kw=kW kwh=kWh eur=€ usd=$ gbp=£ chf=CHF sqm=m² mph=mi/h kph=km/h kmh=km/h kbps=kbit/s mbps=Mbit/s gbps=Gbit/s"
    .split(" ")
    .map((pair) => pair.split("=") as [string, string]),
]);

/** Letters that are rarely a unit, even after a number. */
const noUnits = new Set(["d", "are", "in", "pp", "times"]);

/** A unit without a size is a kind of its own. */
export const sizeOf = (unit: string): Size => sizes.get(unit) ?? [unit, 1];

/** A word as written and in lower case: `MB`, `megabytes`. @param units the language's words, with their symbols */
export function symbolOf(
  { text, written }: { readonly text: string; readonly written: string },
  units: ReadonlyMap<string, string>,
): string | undefined {
  const word = units.get(text);
  if (word !== undefined) return word;
  if (sizes.has(written) && !noUnits.has(written)) return written;
  const alias = aliases.get(text);
  if (alias !== undefined) return alias;
  const [prefix] = text.length < 6 ? [] : (scaling.exec(text) ?? []);
  const unit = prefix === undefined ? undefined : units.get(text.slice(prefix.length));
  const symbol = prefix === undefined ? undefined : `${symbolOfPrefix(prefix)}${unit}`;
  return symbol !== undefined && sizes.has(symbol) ? symbol : undefined;
}

const prefixWords = prefixes.split("|").map((each) => {
  const [symbol = "", scale = ""] = each.split("=");
  return [symbol, scale.slice(scale.indexOf(" ") + 1)] as const;
});
const scaling = new RegExp(`^(?:${prefixWords.map(([, words]) => words.replaceAll(" ", "|")).join("|")})`, "u");
const symbolOfPrefix = (word: string) =>
  prefixWords.find(([, words]) => new RegExp(`^(?:${words.replaceAll(" ", "|")})$`, "u").test(word))![0];
