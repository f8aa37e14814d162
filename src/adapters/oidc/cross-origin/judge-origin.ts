import type { IncomingMessage } from 'node:http';

import type { Context } from 'koa';

import type { Application } from '../../../domain/application.ts';
import { Failure } from '../../../domain/failure.ts';
import { isOriginOf } from './web-origins.ts';

/** Whether the page that asks is the application's. */
export type Standing = 'registered' | 'unregistered';

const standings = new WeakMap<IncomingMessage, Standing>();

/**
 * Judges the page that a script asks from. What is no page's script has no origin, and passes.
 * @throws {Failure} origin-not-registered
 */
export function judgeOrigin(ctx: Pick<Context, 'req'>, application: Application): void {
  const { origin } = ctx.req.headers;
  if (origin === undefined) return;
  const standing = isOriginOf(application, origin) ? 'registered' : 'unregistered';
  standings.set(ctx.req, standing);
  if (standing === 'unregistered') throw new Failure('origin-not-registered', { detail: origin });
}

/** What was found; undefined before it is judged, and for a request without an origin. */
export function standingOf({ req }: Pick<Context, 'req'>): Standing | undefined {
  return standings.get(req);
}
