/** An expert that is a list in memory. It can be told to fail. */
import { type FolderDestination, folderField, type KeptSource } from "../../src/folders/folder-destination.ts";

export class MemoryDestination implements FolderDestination {
  readonly sources = new Map<string, KeptSource>();
  /** Thrown by the next calls; null: they succeed. */
  fault: Error | null = null;
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
    const id = this.sources.get(path)?.id ?? `src_${++this.#made}`;
    const source = { id, path, sha256, status: "ready", failure: null, metadata };
    this.sources.set(path, source);
    return source;
  }

  async find(id: string): Promise<KeptSource | null> {
    this.#failIfTold();
    return [...this.sources.values()].find((source) => source.id === id) ?? null;
  }

  async remove(id: string): Promise<void> {
    this.#failIfTold();
    const source = await this.find(id);
    if (source === null) return;
    this.calls.push(`remove ${source.path}`);
    this.sources.delete(source.path);
  }

  /** Paths, in order. */
  get paths(): readonly string[] {
    return [...this.sources.keys()].sort();
  }

  /** As if somebody else had added it, or another folder. */
  put(path: string, text: string, mark: string | null): void {
    const sha256 = new Bun.CryptoHasher("sha256").update(text).digest("hex");
    const metadata = mark === null ? { shelf: "left" } : { [folderField]: mark };
    this.sources.set(path, { id: `src_${++this.#made}`, path, sha256, status: "ready", failure: null, metadata });
  }

  #failIfTold(): void {
    if (this.fault !== null) throw this.fault;
  }
}
