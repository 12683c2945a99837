import type { SystemObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { CopyButton } from "../parts/copy-button.tsx";

/** How each is made and added; docs/handbook has the rest. */
const added = {
  vectors: "docent model add multilingual-e5-small.pack",
  scans: "docent model add scans.pack",
} as const;

export function PacksCard({ packs }: Pick<SystemObject, "packs">) {
  const { t, formats } = useConsole();
  const { bytes } = formats;
  const kinds = ["vectors", "scans"] as const;
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t.system.packs}</h2>
      </header>
      <dl class="packs">
        {kinds.map((kind) => {
          const pack = packs.find((each) => each.kind === kind);
          return (
            <div key={kind}>
              <dt>
                {t.system.packKinds[kind]}{" "}
                <span class="chip">{pack === undefined ? t.system.packMissing : t.system.packInstalled}</span>
              </dt>
              <dd>
                <p>{t.system.packDoes[kind]}</p>
                {pack === undefined ? (
                  <p class="row">
                    {t.system.packAdd} <code>{added[kind]}</code> <CopyButton text={added[kind]} />
                  </p>
                ) : (
                  <p class="faint">{[pack.name, bytes(pack.bytes), ...pack.languages].join(" · ")}</p>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
