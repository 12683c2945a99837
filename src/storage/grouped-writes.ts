/**
 * Group commit: writes of many callers in one transaction, with one sync. Callers wait for the sync; those that come in the
 * meantime form the next group.
 */
export type GroupedWrite = <T>(work: () => T) => Promise<T>;

interface GroupedWritesParts {
  /** Runs a function in one durable transaction. */
  readonly commit: (work: () => void) => void;
  /** Runs one caller's work. If it throws, only this work is rolled back. */
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

/** Milliseconds that the first caller of a group waits for others: about the duration of a sync. */
const gathering = 1;

export function groupedWrites({ commit, undoable, soon = gatherFirst }: GroupedWritesParts): GroupedWrite {
  let group: Member[] = [];
  const commitGroup = () => {
    const members = group;
    group = [];
    try {
      let outcomes: (() => void)[] = [];
      commit(() => {
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
    if (group.length === 1) soon(commitGroup);
    return promise;
  };
}

function gatherFirst(callback: () => void): void {
  setTimeout(callback, gathering);
}
