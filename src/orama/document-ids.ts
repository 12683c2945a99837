/**
 * Orama's documents and ids, reduced to what they are here: a passage's number is its id, in Orama's words both the
 * external one (as a string) and the internal one. Nothing is kept for it; texts stay in the database.
 */
import type { AnyDocumentStore, AnyOrama, IDocumentsStore } from "@orama/orama";
import type { SenseVector } from "../memory/sense/sense.ts";
import type { LexicalIndex } from "../search/lexical-index.ts";

/** A passage as Orama's `insert` takes it. */
export interface PassageDocument {
  readonly id: string;
  readonly group: number;
  readonly title: string;
  readonly section: string;
  readonly text: string;
  readonly vector?: number[];
  /** Not in the schema: it is taken with the passage. */
  readonly sense: SenseVector | null;
}

/** Whoever holds the index and is told when a passage goes. */
export interface PassageHolder {
  readonly lexical: LexicalIndex;
  removePassage(no: number): boolean;
}

/** The document store: it begins and ends passages in the index, and gives a found one's group. */
export function createDocumentIds(holder: () => PassageHolder): IDocumentsStore {
  const group = (id: string | number) => {
    const found = holder().lexical.parts.groupOf(Number(id));
    return found === null ? undefined : { group: found };
  };
  const store: AnyDocumentStore = { docs: new Proxy({}, { get: (_, id) => group(String(id)) }) };
  return {
    create: () => store,
    get: (_, id) => group(id),
    getMultiple: (_, ids) => ids.map(group),
    getAll: () => ({}),
    store(_, id, _internalId, document) {
      const { lexical } = holder();
      if (lexical.parts.has(Number(id))) return false;
      lexical.beginPassage(Number(id), document.group, document.sense);
      return true;
    },
    remove: (_, id) => holder().removePassage(Number(id)),
    count: () => holder().lexical.parts.passages,
    load: () => store,
    save: <R>() => null as R,
  };
}

/** Replaces Orama's map of every id by the identity. */
export function numberIdsByThemselves(orama: AnyOrama): void {
  const identity = new Map<string, number>();
  identity.get = Number;
  const strings = new Proxy<string[]>([], {
    get: (_, key) => (key === "length" ? Number.MAX_SAFE_INTEGER : String(Number(key) + 1)),
  });
  Object.assign(orama.internalDocumentIDStore, {
    idToInternalId: identity,
    internalIdToId: strings,
    save: () => null,
    load: () => undefined,
  });
}
