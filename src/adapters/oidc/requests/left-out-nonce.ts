import type { IncomingMessage } from 'node:http';

import type { Context } from 'koa';

const leftOut = new WeakSet<IncomingMessage>();

interface Asked {
  readonly ctx: Pick<Context, 'req'>;
  readonly params: { nonce?: string | undefined };
}

/**
 * The specification's requests for an ID token carry no nonce; the library takes none without. So it is given
 * one to judge, which is taken away again before anything is kept of the request.
 */
export function fillInNonce({ ctx, params }: Asked): void {
  if (params.nonce !== undefined) return;
  params.nonce = 'left-out';
  leftOut.add(ctx.req);
}

/** Takes it away again. A nonce that was sent stays. */
export function takeOutNonce({ ctx, params }: Asked): void {
  if (leftOut.delete(ctx.req)) params.nonce = undefined;
}
