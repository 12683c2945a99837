import { hasPassed } from "../kernel/clock.ts";
import { isFolderMark } from "../kernel/keepers.ts";
import type { FolderDestination, HeldChanges, KeptSource } from "./folder-destination.ts";

/** Milliseconds after which the list is read again, because other clients may have changed it. */
const listedFor = 300_000;
const mostFollowed = 200;

export class KeptSources {
  readonly #destination: FolderDestination;
  readonly #byPath = new Map<string, KeptSource>();
  #listedAt: number | null = null;

  constructor(destination: FolderDestination) {
    this.#destination = destination;
  }

  at(path: string): KeptSource | undefined {
    return this.#byPath.get(path);
  }

  of(mark: string): readonly KeptSource[] {
    return [...this.#byPath.values()].filter(({ keepers }) => keepers.includes(mark));
  }

  /** Reads the list if it is due, otherwise only the sources in progress. @throws DestinationUnavailable */
  async refresh(now: number): Promise<void> {
    if (this.#listedAt !== null && !hasPassed(listedFor, this.#listedAt, now)) return this.#follow();
    const listed = await this.#destination.list();
    this.#byPath.clear();
    for (const source of listed) this.#byPath.set(source.path, source);
    this.#listedAt = now;
  }

  forget(): void {
    this.#listedAt = null;
  }

  put(source: KeptSource): void {
    this.#byPath.set(source.path, source);
  }

  async release(mark: string, gone: readonly KeptSource[]): Promise<HeldChanges | null> {
    const ids = gone.map(({ id }) => id);
    const held = await this.#destination.release(mark, ids);
    if (held === null) for (const { path } of gone) this.#byPath.delete(path);
    return held;
  }

  replace(mark: string, alike: readonly KeptSource[]): Promise<HeldChanges | null> {
    return this.#destination.replace(
      mark,
      alike.map(({ id }) => id),
    );
  }

  async #follow(): Promise<void> {
    const pending = [...this.#byPath.values()].filter(isPending).slice(0, mostFollowed);
    for (const { id, path } of pending) {
      const source = await this.#destination.find(id);
      if (source === null) this.#byPath.delete(path);
      else this.#byPath.set(path, source);
    }
  }
}

export function markOf(source: KeptSource | undefined): string | null {
  return source?.keepers.find(isFolderMark) ?? null;
}

export function isPending({ status }: KeptSource): boolean {
  return status === "queued" || status === "processing";
}
