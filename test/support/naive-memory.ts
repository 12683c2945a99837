/**
 * The memory as its definition reads: all passages in a map, every one of them scored for every question. Slow, and
 * short enough to be believed; the real index must give the same hits, order and scores.
 */
import type { Hit, Passage, QuestionTerm, SearchOutcome, SearchRequest } from "../../src/memory/ports.ts";
import { signatureOf, termKey } from "../../src/orama/term-key.ts";
import type { Analyzer } from "../../src/text/analysis.ts";

const unit = 2 ** 18;

interface Read {
  readonly passage: Passage;
  readonly frequency: ReadonlyMap<string, number>;
  readonly length: number;
  /** The passage's terms in order, as signatures; 0 after each field. */
  readonly signatures: readonly number[];
}

export class NaiveMemory {
  readonly #analyzer: Analyzer;
  readonly #passages = new Map<number, Read>();

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer;
  }

  get count(): number {
    return this.#passages.size;
  }

  add(passages: readonly Passage[]): void {
    for (const passage of passages) {
      if (!this.#passages.has(passage.no)) this.#passages.set(passage.no, this.#read(passage));
    }
  }

  removeGroups(groups: readonly number[]): void {
    for (const [no, { passage }] of this.#passages) if (groups.includes(passage.group)) this.#passages.delete(no);
  }

  search({ question, k, permitted }: SearchRequest): SearchOutcome {
    const tokens = this.#analyzer.analyze(question).filter((token) => !token.stop);
    const all = [...this.#passages.values()];
    const terms = [...new Set(tokens.map((token) => token.term))].map((term): QuestionTerm => {
      const documentFrequency = all.filter(({ frequency }) => frequency.has(term)).length;
      const idf = Math.log(1 + (all.length - documentFrequency + 0.5) / (documentFrequency + 0.5));
      return { term, documentFrequency, idf };
    });
    const idfOf = new Map(terms.map(({ term, idf }) => [term, idf]));
    const idfSum = terms.reduce((sum, { idf }) => sum + idf, 0);
    const average =
      Math.max(
        1,
        all.reduce((sum, { length }) => sum + length, 0),
      ) / Math.max(1, all.length);
    const add = (idf: number, times: number, length: number) =>
      Math.floor(idf * 2.2 * unit * (times / (times + 1.2 * (0.25 + (0.75 * length) / average))) + 1);

    const byWords = all
      .filter(({ passage }) => permitted === null || permitted.has(passage.group))
      .map((read) => {
        const found = terms.filter(({ term }) => read.frequency.has(term));
        const score = found.reduce(
          (sum, { term, idf }) => sum + add(idf, read.frequency.get(term) ?? 0, read.length),
          0,
        );
        return { read, score };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.read.passage.no - b.read.passage.no);
    const hits = byWords
      .map(({ read, score }, rank) => {
        let extra = 0;
        for (const [i, second] of tokens.entries()) {
          const first = tokens[i - 1];
          if (rank >= 20 || first === undefined || second.start < first.end || first.term === second.term) continue;
          const times = countPairs(read.signatures, [first.term, second.term]);
          const idf = ((idfOf.get(first.term) ?? 0) + (idfOf.get(second.term) ?? 0)) / 2;
          if (times > 0) extra += add(idf * 0.3, times, read.length);
        }
        return { passage: read.passage, score: score + extra };
      })
      .sort((a, b) => b.score - a.score || a.passage.no - b.passage.no)
      .slice(0, k)
      .map(({ passage, score }): Hit => {
        const mapped = 1 - 4 ** -(score / unit / idfSum);
        return {
          no: passage.no,
          group: passage.group,
          score: mapped,
          scores: { keyword: mapped, sense: null, vector: null },
        };
      });
    return { hits, terms, passages: all.length };
  }

  #read(passage: Passage): Read {
    const frequency = new Map<string, number>();
    const signatures: number[] = [];
    let length = 0;
    for (const field of ["title", "section", "text"] as const) {
      const terms = this.#analyzer.analyze(passage[field]).filter((token) => !token.stop);
      for (const { term } of terms) {
        frequency.set(term, Math.min(255, (frequency.get(term) ?? 0) + (field === "text" ? 1 : 2)));
        signatures.push(signatureOf(termKey(term).hash));
        length += 1;
      }
      if (terms.length > 0) signatures.push(0);
    }
    return { passage, frequency, length, signatures };
  }
}

function countPairs(signatures: readonly number[], pair: readonly [string, string]): number {
  const [first, second] = pair.map((term) => signatureOf(termKey(term).hash));
  return signatures.filter((signature, i) => signature === first && signatures[i + 1] === second).length;
}
