/** A stretch of text within one line, strong (`*so*`) or not. */
export interface Inline {
  /** Never empty. */
  readonly text: string;
  readonly strong: boolean;
}

/**
 * Reads one line. Two asterisks mark what is between them as strong when they touch it and stand at the borders of
 * words: those of `2 * 3 * 4` and of `2*3*4` are asterisks.
 */
export function parseInline(line: string): readonly Inline[] {
  const stretches: Inline[] = [];
  const pieces = line.split('*');
  let plain = pieces[0] ?? '';
  for (let at = 1; at < pieces.length; at += 1) {
    const [before = '', inner = '', after] = pieces.slice(at - 1, at + 2);
    if (isStrong(before, inner, after)) {
      stretches.push({ text: plain, strong: false }, { text: inner, strong: true });
      plain = after ?? '';
      at += 1;
    } else {
      plain += `*${inner}`;
    }
  }
  stretches.push({ text: plain, strong: false });
  return stretches.filter(({ text }) => text !== '');
}

/** `after` is undefined when no second asterisk closes the stretch. */
function isStrong(before: string, inner: string, after: string | undefined): boolean {
  if (after === undefined || inner === '' || inner !== inner.trim()) return false;
  return !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after);
}
