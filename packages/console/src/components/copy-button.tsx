import { useEffect, useState } from 'react';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
}

/** Copies a text; the button says so for two seconds. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  useEffect(() => {
    if (state === 'ready') return undefined;
    const timer = setTimeout(() => setState('ready'), 2_000);
    return () => clearTimeout(timer);
  }, [state]);
  const words = { ready: label, copied: 'Copied', refused: 'The browser refused' };
  return (
    <button type="button" className="button small" onClick={copy}>
      <span aria-live="polite">{words[state]}</span>
    </button>
  );

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('refused');
    }
  }
}
