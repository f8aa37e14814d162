import { CopyButton } from './copy-button.tsx';

/** A text to copy: a command, a program, a file. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="stack">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="code-block" tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <div>
        <CopyButton text={text} label="Copy" />
      </div>
    </div>
  );
}
