import type { ExpertObject, SourceObject } from "../../api/shapes.ts";
import type { ConsoleState } from "../app/console-state.ts";
import type { DroppedFile } from "./dropped-files.ts";

const most = 1000;

/** @returns an expert that has each of them with the same name and bytes; null as well where the browser cannot tell */
export async function holderOf(state: ConsoleState, files: readonly DroppedFile[]): Promise<ExpertObject | null> {
  const isSecure = isSecureContext && files.length > 0 && files.length <= most;
  const experts = isSecure ? (state.experts.data.value ?? []) : [];
  for (const expert of experts) {
    const { total } = expert.source_counts;
    if (total >= files.length && total <= most && (await hasAll(state, expert, files))) return expert;
  }
  return null;
}

async function hasAll({ api }: ConsoleState, { id }: ExpertObject, files: readonly DroppedFile[]): Promise<boolean> {
  const [list, path] = ["/v1/experts/{id}/sources", { id }] as const;
  const [first] = files;
  const { data } = await api.request("GET", list, { path, query: { q: first!.file.name.slice(0, 200), limit: 20 } });
  if (!data.some((source) => isOf(source, first!))) return false;
  const all = Map.groupBy(await Array.fromAsync(api.each(list, { path })), ({ filename }) => filename);
  for (const dropped of files) {
    const alike = all.get(dropped.file.name)?.filter((source) => isOf(source, dropped)) ?? [];
    const sha256 = alike.length > 0 && (await digestOf(dropped.file));
    if (!alike.some((source) => source.sha256 === sha256)) return false;
  }
  return true;
}

const isOf = ({ filename, bytes, status }: SourceObject, { file }: DroppedFile) =>
  filename === file.name && bytes === file.size && status !== "failed" && status !== "canceled";

const digestOf = async (file: File) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer())).toHex();
