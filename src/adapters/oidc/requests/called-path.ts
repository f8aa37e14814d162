import type { Context } from 'koa';

/** The path that the client called, wherever we led its request since. */
export function calledPath({ originalUrl }: Pick<Context, 'originalUrl'>): string {
  return originalUrl.split('?', 1)[0] ?? '';
}
