import { type Members, membersOf, oneOf, textOf, wholeNumberOf } from '../shared/json-members.ts';
import { malformed } from '../shared/refusal.ts';
import {
  parseTransportEffect,
  type TransportEffect,
  transportMembers,
} from '../shared/transport-faults.ts';

/** The effect of a fault on one response: of the transport, or members set in the JSON response. */
export type RestEffect =
  | TransportEffect
  /** With another status if given. A new response where the eID's own has no JSON. */
  | { readonly kind: 'answer'; readonly status?: number; readonly members: Members };

/** A fault for the next calls of an endpoint. */
export interface RestFaultOrder {
  readonly endpoint: string;
  /** How many more calls it spoils. */
  readonly times: number;
  readonly effect: RestEffect;
}

/** `{endpoint, times?, effect}` @throws {Refusal} malformed_request */
export function parseRestFault(body: unknown, endpoints: readonly string[]): RestFaultOrder {
  const members = membersOf(body, ['endpoint', 'times', 'effect']);
  const endpoint = oneOf(members, 'endpoint', endpoints);
  if (endpoint === undefined) throw malformed('endpoint is missing');
  const times = wholeNumberOf({ times: 1, ...members }, 'times');
  return { endpoint, times, effect: parseEffect(members.effect) };
}

function parseEffect(value: unknown): RestEffect {
  const members = membersOf(value, ['kind', 'members', ...transportMembers]);
  const kind = textOf(members, 'kind');
  if (kind === 'answer') {
    const { status } = members;
    const set = membersOf(members.members, Object.keys(Object(members.members)));
    if (status === undefined) return { kind, members: set };
    return {
      kind,
      members: set,
      status: wholeNumberOf(members, 'status', { from: 200, to: 599 }),
    };
  }
  const effect = parseTransportEffect(kind, members);
  if (effect === undefined) throw malformed('the kind of the effect is unknown');
  return effect;
}
