/** The rows of a memory, in memory: the committed passages, and a log of changes that can be truncated. */
import type { ExpertId } from "../../../src/kernel/ids.ts";
import type { Passage } from "../../../src/memory/index-ports.ts";
import type { MemoryChange, PassageRange, PassageRows } from "../../../src/memory/row-ports.ts";
import type { SenseVector } from "../../../src/memory/sense.ts";

export class PassageLog implements PassageRows {
  /** The number of calls of each reading method. */
  readonly reads = { all: 0, groups: 0 };
  /** Called between the batches of `allPassages`, so that a test can commit while a rebuild reads. */
  betweenBatches: () => void = () => undefined;
  /** Called between the reading of the log and that of a version's passages. */
  beforeGroups: () => void = () => undefined;
  batchSize = 1000;

  #passages: Passage[] = [];
  #changes: MemoryChange[] = [];
  #revision = 0;
  #lastNo = 0;
  #lastGroup = 0;

  /** Commits one source version with these passages and returns its group; `replaces` goes in the same commit. */
  commit(texts: readonly string[], replaces: readonly number[] = []): number {
    const group = ++this.#lastGroup;
    const added = texts.map(
      (text): Passage => ({ no: ++this.#lastNo, group, title: "", section: "", text, vector: null, sense: null }),
    );
    this.#passages = [...this.#passages.filter((one) => !replaces.includes(one.group)), ...added];
    this.#changes.push({ revision: ++this.#revision, addedGroups: [group], removedGroups: replaces, sensed: [] });
    return group;
  }

  remove(groups: readonly number[]): void {
    this.#passages = this.#passages.filter((one) => !groups.includes(one.group));
    this.#changes.push({ revision: ++this.#revision, addedGroups: [], removedGroups: groups, sensed: [] });
  }

  /** Gives the passages of a range their sense, in a separate commit. */
  encode({ first, last }: PassageRange, sense: (no: number) => SenseVector): void {
    this.#passages = this.#passages.map((one) =>
      one.no < first || one.no > last ? one : { ...one, sense: sense(one.no) },
    );
    this.#changes.push({
      revision: ++this.#revision,
      addedGroups: [],
      removedGroups: [],
      sensed: [{ first, last }],
    });
  }

  /** Truncates the log of changes. */
  cutLog(): void {
    this.#changes = [];
  }

  /** Returns to an earlier state, like a restored database. */
  restore(to: number): void {
    this.#passages = this.#passages.filter((one) => one.group <= to);
    this.#changes = this.#changes.filter((change) => change.revision <= to);
    this.#revision = to;
  }

  revision(_expert: ExpertId): number {
    return this.#revision;
  }

  changesSince(_expert: ExpertId, revision: number): readonly MemoryChange[] | null {
    const since = this.#changes.filter((change) => change.revision > revision);
    return since.length === this.#revision - revision ? since : null;
  }

  *passagesOf(_expert: ExpertId, groups: readonly number[]): Iterable<readonly Passage[]> {
    this.reads.groups += 1;
    this.beforeGroups();
    yield this.#passages.filter((one) => groups.includes(one.group));
  }

  *allPassages(_expert: ExpertId): Iterable<readonly Passage[]> {
    this.reads.all += 1;
    for (let after = 0; ; ) {
      const batch = this.#passages.filter((one) => one.no > after).slice(0, this.batchSize);
      if (batch.length === 0) return;
      yield batch;
      after = batch.at(-1)!.no;
      this.betweenBatches();
    }
  }

  *passagesIn(_expert: ExpertId, ranges: readonly PassageRange[]): Iterable<readonly Passage[]> {
    yield this.#passages.filter(({ no }) => ranges.some(({ first, last }) => no >= first && no <= last));
  }
}
