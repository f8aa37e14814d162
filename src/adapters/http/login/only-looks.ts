import type { Context } from 'koa';

/** True for requests that nobody is in front of: HEAD, and what a browser fetches ahead of a click. */
export function onlyLooks(ctx: Context): boolean {
  return ctx.method === 'HEAD' || AHEAD.some(([header, word]) => ctx.get(header).includes(word));
}

const AHEAD = [
  ['sec-purpose', 'prefetch'],
  ['purpose', 'prefetch'],
  ['x-moz', 'prefetch'],
  ['x-purpose', 'preview'],
] as const;
