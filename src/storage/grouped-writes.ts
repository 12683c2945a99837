/**
 * Group commit: writes of many callers in one transaction, which the disk confirms once. A caller waits for that moment, and
 * whoever comes meanwhile is in the next group.
 */
export type GroupedWrite = <T>(work: () => T) => Promise<T>;

interface GroupedWritesParts {
  /** Runs what it is given in one durable transaction. */
  readonly commit: (work: () => void) => void;
  /** Runs one caller's work so that, if it throws, it alone is undone. */
  readonly undoable: <T>(work: () => T) => T;
  /** Calls back soon. */
  readonly soon?: (callback: () => void) => void;
}

/** A caller that waits for the commit. */
interface Member {
  /** Does its work, inside the transaction. Gives what tells the caller how it ended. */
  readonly run: () => () => void;
  readonly fail: (error: unknown) => void;
}

/** Milliseconds that the first of a group waits for others: as long as a disk takes to confirm. */
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
