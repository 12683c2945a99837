/** Work that one node does at a time, such as what the first start makes. */
export interface ExclusiveWork {
  /** Waits until no other node does work of this name. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export const inThisProcess: ExclusiveWork = { run: (_name, work) => work() };
