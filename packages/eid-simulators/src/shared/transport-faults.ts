import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

import type { Context, Next } from 'koa';

import { type Members, wholeNumberOf } from './json-members.ts';

/** The effects of a fault that any HTTP server can have. */
export type TransportEffect =
  /** An error of the server: an HTML page. */
  | { readonly kind: 'status'; readonly status: number }
  /** A truncated JSON body with status 200. */
  | { readonly kind: 'garbage' }
  /** Delays the response by this much real time. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** No response ever comes. */
  | { readonly kind: 'hang' }
  /** The connection breaks before the request has an effect. */
  | { readonly kind: 'reset' }
  /** The request has its effect, and the connection breaks. */
  | { readonly kind: 'lost' };

/** The members of these effects beside `kind`. */
export const transportMembers = ['status', 'milliseconds'] as const;

/** Undefined for a kind of another family. @throws {Refusal} malformed_request */
export function parseTransportEffect(kind: string, members: Members): TransportEffect | undefined {
  switch (kind) {
    case 'garbage':
    case 'hang':
    case 'reset':
    case 'lost':
      return { kind };
    case 'status':
      return { kind, status: wholeNumberOf(members, 'status', { from: 200, to: 599 }) };
    case 'slow':
      return { kind, milliseconds: wholeNumberOf(members, 'milliseconds', { to: 600_000 }) };
    default:
      return undefined;
  }
}

/** Applies the effect to the response of `next`. */
export async function applyTransport(
  effect: TransportEffect,
  context: Context,
  next: Next,
): Promise<void> {
  switch (effect.kind) {
    case 'status':
      context.status = effect.status;
      context.body = '<html><title>Simulated fault</title></html>';
      return;
    case 'garbage':
      context.type = 'application/json';
      context.body = '{"access_token":';
      return;
    case 'slow':
      await setTimeout(effect.milliseconds);
      return next();
    case 'hang':
      context.respond = false;
      await once(context.res, 'close');
      return;
    case 'reset':
      return breakConnection(context);
    case 'lost':
      await next();
      return breakConnection(context);
  }
}

function breakConnection(context: Context): void {
  context.respond = false;
  context.req.socket.destroy();
}
