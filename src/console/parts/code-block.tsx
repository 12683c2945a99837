import { CopyButton } from "./copy-button.tsx";
import { ScrollFrame } from "./scroll-frame.tsx";

export function CodeBlock({ label, code }: { readonly label: string; readonly code: string }) {
  return (
    <figure class="code-block" aria-label={label}>
      <figcaption>
        <span>{label}</span>
        <CopyButton text={code} />
      </figcaption>
      <ScrollFrame class="code" label={label}>
        <pre>
          <code>{code}</code>
        </pre>
      </ScrollFrame>
    </figure>
  );
}
