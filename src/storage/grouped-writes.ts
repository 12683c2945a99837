/**
 * Group commit: writes of many callers in one transaction, which the disk confirms once. A caller waits for that moment,
 * and whoever comes meanwhile is in the next group.
 */
export type GroupedWrite = <T>(work: () => T) => Promise<T>;

interface GroupedWritesParts {
  /** Runs what it is given in one transaction. Resolves when the disk has it; throws, or rejects, when it failed. */
  readonly commit: (work: () => void) => Promise<void>;
  /** Runs one caller's work so that, if it throws, it alone is undone. */
  readonly undoable: <T>(work: () => T) => T;
  /** Calls back soon. */
  readonly soon?: (callback: () => void) => void;
}

/** A caller that waits for the commit. */
interface Member {
  /** Does the work inside the transaction. Returns the function that reports the result to the caller. */
  readonly run: () => () => void;
  readonly fail: (error: unknown) => void;
}

export function groupedWrites({ commit, undoable, soon = setImmediate }: GroupedWritesParts): GroupedWrite {
  let group: Member[] = [];
  const commitGroup = async () => {
    const members = group;
    group = [];
    try {
      let outcomes: (() => void)[] = [];
      await commit(() => {
        outcomes = members.map((member) => member.run());
      });
      for (const tell of outcomes) tell();
    } catch (error) {
      for (const member of members) member.fail(error);
    }
  };
  return (work) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof work>>();
    const run = () => {
      try {
        const result = undoable(work);
        return () => resolve(result);
      } catch (error) {
        return () => reject(error);
      }
    };
    group.push({ run, fail: reject });
    if (group.length === 1) soon(() => void commitGroup());
    return promise;
  };
}
