/** nDCG: Järvelin and Kekäläinen, 2002, gain as judged. MRR: Voorhees, 1999. */

/** Relevance by document id; documents without one are not relevant. */
export type Judgements = ReadonlyMap<string, number>;

/** 0–1; 0 if nothing is relevant. @param ranked distinct document ids, best first */
export function ndcg(ranked: readonly string[], judged: Judgements, depth: number): number {
  const gains = ranked.slice(0, depth).map((id) => judged.get(id) ?? 0);
  const ideal = [...judged.values()].sort((a, b) => b - a).slice(0, depth);
  const best = discounted(ideal);
  return best === 0 ? 0 : discounted(gains) / best;
}

export function recall(ranked: readonly string[], judged: Judgements, depth: number): number {
  const relevant = [...judged].filter(([, gain]) => gain > 0).map(([id]) => id);
  const found = new Set(ranked.slice(0, depth));
  return relevant.length === 0 ? 0 : relevant.filter((id) => found.has(id)).length / relevant.length;
}

export function reciprocalRank(ranked: readonly string[], judged: Judgements, depth: number): number {
  const position = ranked.slice(0, depth).findIndex((id) => (judged.get(id) ?? 0) > 0);
  return position === -1 ? 0 : 1 / (position + 1);
}

/** Area under the ROC curve (Mann–Whitney); ties count half. Null if a list is empty. */
export function auroc(positives: readonly number[], negatives: readonly number[]): number | null {
  if (positives.length === 0 || negatives.length === 0) return null;
  const all = [...positives.map((score) => ({ score, up: true })), ...negatives.map((score) => ({ score, up: false }))];
  all.sort((a, b) => a.score - b.score);
  let rankSum = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]?.score === all[from]?.score) to++;
    const meanRank = (from + 1 + to) / 2;
    rankSum += meanRank * all.slice(from, to).filter(({ up }) => up).length;
    from = to;
  }
  const least = (positives.length * (positives.length + 1)) / 2;
  return (rankSum - least) / (positives.length * negatives.length);
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0);
}
