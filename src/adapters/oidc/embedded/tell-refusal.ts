import type { Context } from 'koa';

import type { Failure } from '../../../domain/failure.ts';
import { refusalOf } from '../errors/oauth-errors.ts';

/** What the log says of a refusal that did not come through the library. */
export interface RefusalFacts {
  readonly reference: string;
  readonly code: string;
  readonly description: string | undefined;
  readonly detail: string | undefined;
}

/** Tells a script what the library would have told it; answers what is to be logged. */
export function tellRefusal(ctx: Context, failure: Failure): RefusalFacts {
  const { status, error, error_description, error_detail } = refusalOf(failure);
  ctx.status = status;
  const { seconds } = failure.names;
  if (failure.code === 'too-many-requests') ctx.set('Retry-After', String(seconds));
  ctx.body = { error, error_description };
  const reference = ctx.response.get('X-Request-Id');
  return { reference, code: error, description: error_description, detail: error_detail };
}
