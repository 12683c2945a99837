/** Group commit: one transaction for many callers. Under load a `patient` caller waits for others. */
import { paced, realTimer, type StartTimer } from "../../kernel/timer.ts";

export type GroupedWrite = <T>(work: () => T, haste?: "soon" | "patient") => Promise<T>;

interface GroupedWritesParts {
  /** Runs the work in one transaction. Resolves when it is durable. */
  readonly commit: (work: () => void) => Promise<void>;
  readonly undoable: <T>(work: () => T) => T;
  readonly startTimer?: StartTimer;
}

const longestWait = 5;

interface Member {
  readonly run: () => () => void;
  readonly fail: (error: unknown) => void;
}

export function groupedWrites({ commit, undoable, startTimer = realTimer }: GroupedWritesParts): GroupedWrite {
  let group: Member[] = [];
  let isDue = false; // the group's commit is about to begin
  const commitGroup = async () => {
    const members = group;
    group = [];
    isDue = false;
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
  const commitSoon = () => {
    isDue = true;
    setImmediate(() => void commitGroup());
  };
  const commitWaiting = () => {
    if (group.length > 0 && !isDue) commitSoon();
  };
  const commitForPatient = paced(commitWaiting, longestWait, startTimer);
  return (work, haste = "soon") => {
    const { member, promise } = memberWith(() => undoable(work));
    group.push(member);
    if (haste === "patient") commitForPatient();
    else if (!isDue) commitSoon();
    return promise;
  };
}

function memberWith<T>(work: () => T): { readonly member: Member; readonly promise: Promise<T> } {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const run = () => {
    try {
      const result = work();
      return () => resolve(result);
    } catch (error) {
      return () => reject(error);
    }
  };
  return { member: { run, fail: reject }, promise };
}
