/** An engine under test: it takes passages and answers queries. */
import type { BenchPassage } from "../corpus.ts";

export interface Peer {
  /** In batches of 1,000. */
  add(batch: readonly BenchPassage[]): Promise<void> | void;
  /** Work after the last batch that an engine needs before it answers at full speed. Counted as indexing. */
  finish(): Promise<void> | void;
  /** The best ten, as passage numbers. */
  search(question: string): Promise<readonly number[]> | readonly number[];
  /** Milliseconds of each search, for a peer in a process of its own: the way there and back is not the peer's. */
  timed?(questions: readonly string[]): Promise<readonly number[]>;
  /** Writes everything to disk. Null where the data is there already. */
  save: (() => Promise<void>) | null;
  /** Bytes on disk. */
  size(): number;
  /** Opens the saved index in this process and returns a searcher. */
  reopen(): Promise<Pick<Peer, "search">>;
  close(): Promise<void> | void;
}

/** Makes one, empty, with a folder of its own. */
export type MakePeer = (folder: string) => Promise<Peer> | Peer;
