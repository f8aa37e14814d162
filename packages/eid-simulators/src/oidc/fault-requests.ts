import { type Members, membersOf, textOf, wholeNumberOf } from '../shared/json-members.ts';
import { malformed } from '../shared/refusal.ts';
import { parseTransportEffect, transportMembers } from '../shared/transport-faults.ts';
import {
  type Effect,
  type ErrorAnswer,
  encryptionFaults,
  type Fault,
  type Forgery,
  forgeries,
} from './faults.ts';
import { type Endpoint, endpoints } from './routes.ts';

/** `{endpoint, times?, effect}` of one eID. @throws {Refusal} malformed_request */
export function parseFault(body: unknown, profile: string): Fault {
  const members = membersOf(body, ['endpoint', 'times', 'effect']);
  const endpoint = endpoints.find((each) => each === members.endpoint);
  if (endpoint === undefined) throw malformed(`endpoint must be one of ${endpoints.join(', ')}`);
  const times = wholeNumberOf({ times: 1, ...members }, 'times');
  return { profile, endpoint, times, effect: parseEffect(members.effect, endpoint) };
}

/** The forgeries outside of ID tokens: of userinfo, signed or not, and of signed keys. */
const FORGERIES: Readonly<Partial<Record<Endpoint, readonly Forgery[]>>> = {
  userinfo: [
    'other-subject',
    'no-subject',
    'lower-level',
    'wrong-issuer',
    'wrong-audience',
    'foreign-key',
    'year-of-birth',
  ],
  jwks: ['wrong-issuer', 'expired', 'foreign-key'],
};

function parseEffect(value: unknown, endpoint: Endpoint): Effect {
  const members = membersOf(value, ['kind', 'error', 'retryAfter', ...transportMembers]);
  const kind = textOf(members, 'kind');
  const forgery = forgeries.find((each) => each === kind);
  if (forgery !== undefined) {
    const { [endpoint]: possible = [] } = FORGERIES;
    if (endpoint === 'token' || possible.includes(forgery)) return { kind: forgery };
    throw malformed(`${endpoint} has nothing to forge by ${forgery}`);
  }
  const encryptionFault = encryptionFaults.find((each) => each === kind);
  if (encryptionFault !== undefined && (endpoint === 'token' || endpoint === 'userinfo')) {
    return { kind: encryptionFault };
  }
  if (kind === 'next-key' && endpoint === 'jwks') return { kind };
  if (kind === 'error') return parseError(members);
  const effect = parseTransportEffect(kind, members);
  if (effect === undefined) throw malformed('the kind of the effect is unknown');
  return effect;
}

function parseError(members: Members): ErrorAnswer {
  const status = wholeNumberOf(members, 'status', { from: 400, to: 599 });
  const error = { kind: 'error', status, error: textOf(members, 'error') } as const;
  if (members.retryAfter === undefined) return error;
  return { ...error, retryAfter: wholeNumberOf(members, 'retryAfter', { to: 86_400 }) };
}
