import { CircleAlert, CircleCheck, X } from "lucide-preact";
import { useConsole } from "../app/console-state.ts";
import { Button, IconButton } from "../parts/buttons.tsx";
import { Meter } from "../parts/meter.tsx";
import type { FileUpload, UploadQueue } from "./upload-queue.ts";

const shownAtMost = 50;

export function UploadTray({ queue }: { readonly queue: UploadQueue }) {
  const { t } = useConsole();
  const uploads = queue.uploads.value;
  if (uploads.length === 0) return null;
  const settled = uploads.filter(({ state }) => state === "done" || state === "same").length;
  const failed = uploads.filter(({ state }) => state === "failed");
  const moving = uploads.filter(({ state }) => state === "sending");
  const share = uploads.reduce((sum, upload) => sum + upload.share, 0) / uploads.length;
  return (
    <section class="upload-tray" aria-label={t.uploads.title}>
      <header>
        <span>
          {queue.isBusy.value ? t.uploads.busy(settled, uploads.length) : t.uploads.finished(settled, failed.length)}
        </span>
        <IconButton
          label={queue.isBusy.value ? t.uploads.stop : t.common.dismiss}
          icon={X}
          onClick={() => queue.clear()}
        />
      </header>
      {queue.isBusy.value && <Meter label={t.uploads.title} share={share} />}
      <ul>
        {[...failed, ...moving].slice(0, shownAtMost).map((upload) => (
          <li key={upload.no}>
            <UploadLine upload={upload} retry={() => queue.retry(upload.no)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UploadLine({ upload, retry }: { readonly upload: FileUpload; readonly retry: () => void }) {
  const { t } = useConsole();
  const isFailed = upload.state === "failed";
  const Icon = isFailed ? CircleAlert : CircleCheck;
  return (
    <div class={`upload-line ${upload.state}`}>
      {isFailed ? <Icon size={15} aria-hidden /> : <span class="spinner" />}
      <span class="upload-name">
        <bdi class="clip">{upload.name}</bdi>
        {isFailed && <span class="problem">{upload.problem || t.common.unreachable}</span>}
      </span>
      {isFailed && <Button label={t.common.tryAgain} kind="quiet" onClick={retry} />}
    </div>
  );
}
