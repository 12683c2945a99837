/** An expert that is a list in memory. It can be told to fail. */
import type {
  FolderDestination,
  FolderMetadata,
  HeldChanges,
  KeptSource,
} from "../../src/folders/folder-destination.ts";
import { keeperIn, keptToo } from "../../src/kernel/keepers.ts";

export class MemoryDestination implements FolderDestination {
  readonly sources = new Map<string, KeptSource & { readonly metadata: FolderMetadata }>();
  /** Thrown by the next calls; null: they succeed. */
  fault: Error | null = null;
  /** Most sources that may be released at once. */
  mostAtOnce = 100;
  /** Every change, such as `send a.md`. */
  readonly calls: string[] = [];
  #made = 0;

  async list(): Promise<readonly KeptSource[]> {
    this.#failIfTold();
    return [...this.sources.values()];
  }

  async send({ path, bytes, metadata }: Parameters<FolderDestination["send"]>[0]): Promise<KeptSource> {
    this.#failIfTold();
    this.calls.push(`send ${path}`);
    const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    const { id = `src_${++this.#made}`, keepers = [] } = this.sources.get(path) ?? {};
    const all = keptToo(keepers, keeperIn(metadata));
    const source = { id, path, sha256, status: "ready", failure: null, metadata, keepers: all };
    this.sources.set(path, source);
    return source;
  }

  async find(id: string): Promise<KeptSource | null> {
    this.#failIfTold();
    return [...this.sources.values()].find((source) => source.id === id) ?? null;
  }

  async release(mark: string, ids: readonly string[]): Promise<HeldChanges | null> {
    this.#failIfTold();
    if (ids.length > this.mostAtOnce) return { deletions: ids.length, changes: 0, since: 0 };
    for (const source of [...this.sources.values()].filter(({ id }) => ids.includes(id))) {
      this.calls.push(`remove ${source.path}`);
      const keepers = source.keepers.filter((each) => each !== mark);
      if (keepers.length === 0) this.sources.delete(source.path);
      else this.sources.set(source.path, { ...source, keepers });
    }
    return null;
  }

  async replace(_mark: string, ids: readonly string[]): Promise<HeldChanges | null> {
    this.#failIfTold();
    return ids.length > this.mostAtOnce ? { deletions: 0, changes: ids.length, since: 0 } : null;
  }

  /** Paths, in order. */
  get paths(): readonly string[] {
    return [...this.sources.keys()].sort();
  }

  /** As if somebody else had added it, or another folder. */
  put(path: string, text: string, mark: string | null): void {
    const sha256 = new Bun.CryptoHasher("sha256").update(text).digest("hex");
    const source = { id: `src_${++this.#made}`, path, sha256, status: "ready", failure: null };
    this.sources.set(path, { ...source, metadata: { shelf: "left" }, keepers: [mark ?? "api"] });
  }

  #failIfTold(): void {
    if (this.fault !== null) throw this.fault;
  }
}
