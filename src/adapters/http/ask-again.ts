import type { Context } from 'koa';

/** Says after how many seconds to ask again. A page that somebody reads does so by itself: itself, or this path. */
export function askAgain(ctx: Context, seconds: number, path?: string): void {
  ctx.set('Retry-After', String(seconds));
  const isRead = ctx.method === 'GET' || path !== undefined;
  if (isRead) ctx.set('Refresh', path === undefined ? String(seconds) : `${seconds}; url=${path}`);
}
