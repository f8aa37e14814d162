/** One thing in a log that must not be there. */
export interface Leak {
  readonly where: string;
  readonly what: string;
}

/** What may be a secret: a long word, as it stands in a log, and each part of one with dots. */
const TEXTS = /[\w~.+/=-]{10,}/g;

/** Looks for known secrets in logs, each line once. The report tells where, never what it was. */
export function leaksIn(
  logs: Readonly<Record<string, readonly string[]>>,
  canaries: ReadonlySet<string>,
): readonly Leak[] {
  return Object.entries(logs).flatMap(([name, lines]) =>
    lines.flatMap((line, at) => {
      const found = textsIn(line).find((text) => canaries.has(text));
      if (found === undefined) return [];
      const kind = /^\d+$/.test(found) ? 'a personal number' : 'a secret';
      return [{ where: `${name}, line ${at + 1}`, what: kind }];
    }),
  );
}

function textsIn(line: string): readonly string[] {
  const texts = line.match(TEXTS) ?? [];
  // A personal number may stand in the middle of anything.
  const digits = line.match(/\d{10,12}/g) ?? [];
  return [...texts, ...texts.flatMap((text) => text.split(/[=/]/)), ...digits];
}
