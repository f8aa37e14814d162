import type { Context } from 'koa';

import { Failure } from '../../../domain/failure.ts';
import { asTold } from '../errors/or-refuse.ts';

/**
 * Does what is asked. A refusal of ours leaves as the library throws its own; who came too often is told in how many
 * seconds to come again (RFC 6585 §4).
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
  if (!(error instanceof Failure) || error.code !== 'too-many-requests') return;
  const { seconds } = error.names;
  if (seconds !== undefined) ctx.set('Retry-After', String(seconds));
}
