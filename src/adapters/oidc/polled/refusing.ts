import type { Context } from 'koa';

import { Failure } from '../../../domain/failure.ts';
import { asTold } from '../errors/or-refuse.ts';

/**
 * Does what is asked. A refusal of ours leaves as the library throws its own; who came too often, or for an eID that
 * wants to be left alone, is told in how many seconds to come again (RFC 6585 §4, RFC 9110 §10.2.3).
 */
export async function refusing<Answer>(
  ctx: Pick<Context, 'set'>,
  act: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    tellWhen(ctx, error);
    throw asTold(error);
  }
}

function tellWhen(ctx: Pick<Context, 'set'>, error: unknown): void {
  const seconds = error instanceof Failure ? error.names.seconds : undefined;
  if (seconds !== undefined) ctx.set('Retry-After', String(seconds));
}
