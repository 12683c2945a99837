import type { DrawerRequest, MarkedPage, OpenedPdf } from "./page-drawer.ts";

/** The file of the thread, beside the one of this code. The build sets it. */
declare const PAGE_DRAWER: string;

export interface PdfReader extends OpenedPdf {
  /** @param width device pixels */
  draw(page: number, width: number): Promise<ImageBitmap>;
  find(wanted: QuotedOnPage): Promise<readonly MarkedPage[]>;
  close(): void;
}

export type QuotedOnPage = Omit<Extract<DrawerRequest, { kind: "find" }>, "id" | "kind">;

interface DrawerReply {
  readonly id: number;
  readonly result?: unknown;
  readonly problem?: string;
}

/** Where the browser asks who may name the script of a thread (Trusted Types), the page's policy knows this name. */
const policyName = "docent-threads";

interface TrustedScripts {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string };
  };
}

export type OpenPdf = (bytes: ArrayBuffer) => Promise<PdfReader>;

export function createPdfOpener(): OpenPdf {
  let script: string | null = null;
  const scriptUrl = () => {
    const url = new URL(PAGE_DRAWER, import.meta.url).href;
    const rules = { createScriptURL: () => url };
    return (globalThis as TrustedScripts).trustedTypes?.createPolicy(policyName, rules).createScriptURL(url) ?? url;
  };
  return async (bytes) => {
    script ??= scriptUrl();
    const ask = startThread(new Worker(script, { type: "module" }));
    try {
      const opened = (await ask.send({ kind: "open", bytes }, [bytes])) as OpenedPdf;
      return {
        ...opened,
        draw: async (page, width) => (await ask.send({ kind: "draw", page, width })) as ImageBitmap,
        find: async (wanted) => (await ask.send({ kind: "find", ...wanted })) as readonly MarkedPage[],
        close: ask.end,
      };
    } catch (cause) {
      ask.end();
      throw cause;
    }
  };
}

type Unnumbered<T> = T extends unknown ? Omit<T, "id"> : never;

function startThread(thread: Worker) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let count = 0;
  thread.onmessage = ({ data: { id, result, problem } }: MessageEvent<DrawerReply>) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (problem === undefined) asked?.resolve(result);
    else asked?.reject(new Error(problem));
  };
  thread.onerror = () => {
    for (const asked of waiting.values()) asked.reject(new Error("the thread that draws pages failed"));
  };
  return {
    send: (request: Unnumbered<DrawerRequest>, moved: Transferable[] = []) => {
      count += 1;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(count, asked);
      thread.postMessage({ ...request, id: count }, moved);
      return asked.promise;
    },
    end: () => thread.terminate(),
  };
}
