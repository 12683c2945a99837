import { CopyButton } from "./copy-button.tsx";
import { ScrollFrame } from "./scroll-frame.tsx";

interface CodeBlockProps {
  readonly label: string;
  readonly code: string;
}

export function CodeBlock({ label, code }: CodeBlockProps) {
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
