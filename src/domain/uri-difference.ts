import type { RefusalReason } from './login-timeline.ts';

const PARTS = [
  [
    'uri-differs-by-slash',
    (url: URL) => ({ ...partsOf(url), path: url.pathname.replace(/\/$/, '') }),
  ],
  ['uri-differs-by-query', (url: URL) => ({ ...partsOf(url), rest: '' })],
  ['uri-differs-by-port', (url: URL) => ({ ...partsOf(url), port: '' })],
  ['uri-differs-by-scheme', (url: URL) => ({ ...partsOf(url), scheme: '', port: '' })],
  ['uri-differs-by-path', ({ protocol, host }: URL) => ({ protocol, host })],
  ['uri-differs-by-host', ({ pathname }: URL) => ({ pathname })],
] as const satisfies readonly (readonly [RefusalReason, (url: URL) => object])[];

/**
 * In what a URL differs from the registered one that is most like it, without a word of the URL itself. Undefined when it
 * is like none, or no URL.
 */
export function uriDifference(
  sent: unknown,
  registered: readonly string[],
): RefusalReason | undefined {
  const url = urlOf(sent);
  if (url === undefined) return undefined;
  const known = registered.flatMap((one) => urlOf(one) ?? []);
  const found = PARTS.find(([, ignoring]) => {
    const rest = JSON.stringify(ignoring(url));
    return known.some((one) => JSON.stringify(ignoring(one)) === rest);
  });
  return found?.[0];
}

function urlOf(text: unknown): URL | undefined {
  return typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
}

function partsOf({ protocol: scheme, hostname, port, pathname: path, search, hash }: URL) {
  return { scheme, hostname, port, path, rest: search + hash };
}
