import type { ClientMetadata } from 'oidc-provider';

import { type Effect, type Fault, forgeries } from './faults.ts';
import { Refusal } from './refusal.ts';
import { type Endpoint, endpoints } from './routes.ts';

type Members = Readonly<Record<string, unknown>>;

/** The person of `{"person": "astrid"}`. @throws {Refusal} malformed_request */
export function parseApproval(body: unknown): string {
  return textOf(membersOf(body, ['person']), 'person');
}

/** What the persons of an eID do from now on. */
export interface Script {
  readonly profile: string;
  readonly decision: 'approve' | 'abort' | 'wait';
  /** Only with `approve`. */
  readonly person: string | undefined;
}

/** @throws {Refusal} malformed_request */
export function parseScript(body: unknown): Script {
  const members = membersOf(body, ['profile', 'decision', 'person']);
  const profile = textOf(members, 'profile');
  const { decision } = members;
  switch (decision) {
    case 'approve':
      return { profile, decision, person: textOf(members, 'person') };
    case 'abort':
    case 'wait':
      return { profile, decision, person: undefined };
    default:
      throw malformed('decision must be approve, abort or wait');
  }
}

/** The seconds of `{"seconds": 60}`. @throws {Refusal} malformed_request */
export function parseAdvance(body: unknown): number {
  const { seconds } = membersOf(body, ['seconds']);
  if (typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0) return seconds;
  throw malformed('seconds must be a number from 0');
}

/** A client of an eID: its registration by the names of OpenID Connect. */
export interface ClientRegistration {
  readonly profile: string;
  readonly client: ClientMetadata;
}

/** @throws {Refusal} malformed_request */
export function parseClient(body: unknown): ClientRegistration {
  const members = membersOf(body, ['profile', 'client']);
  const client = members.client as Members | undefined;
  if (typeof client !== 'object' || client === null) throw malformed('client must be an object');
  const clientId = textOf(client, 'client_id');
  if (!Array.isArray(client.redirect_uris)) throw malformed('redirect_uris must be a list');
  return { profile: textOf(members, 'profile'), client: { ...client, client_id: clientId } };
}

/** @throws {Refusal} malformed_request */
export function parseFault(body: unknown): Fault {
  const members = membersOf(body, ['profile', 'endpoint', 'times', 'effect']);
  const { times = 1 } = members;
  const endpoint = endpoints.find((each) => each === members.endpoint);
  if (endpoint === undefined) throw malformed(`endpoint must be one of ${endpoints.join(', ')}`);
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1) {
    throw malformed('times must be a whole number from 1');
  }
  const effect = parseEffect(members.effect, endpoint);
  return { profile: textOf(members, 'profile'), endpoint, times, effect };
}

function parseEffect(value: unknown, endpoint: Endpoint): Effect {
  const { kind, status, milliseconds } = membersOf(value, ['kind', 'status', 'milliseconds']);
  const forgery = forgeries.find((each) => each === kind);
  if (forgery !== undefined) {
    const isInUserinfo = forgery === 'other-subject' || forgery === 'lower-level';
    if (endpoint === 'token' || (endpoint === 'userinfo' && isInUserinfo)) return { kind: forgery };
    throw malformed(`${endpoint} has nothing to forge by ${forgery}`);
  }
  switch (kind) {
    case 'garbage':
    case 'hang':
    case 'reset':
    case 'lost':
      return { kind };
    case 'status':
      return { kind, status: numberOf(status, { name: 'status', from: 200, to: 599 }) };
    case 'slow':
      return {
        kind,
        milliseconds: numberOf(milliseconds, { name: 'milliseconds', from: 1, to: 600_000 }),
      };
    default:
      throw malformed('the kind of the effect is unknown');
  }
}

function membersOf(value: unknown, names: readonly string[]): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('a JSON object is expected');
  }
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw malformed(`the only members are ${names.join(', ')}`);
  return value as Members;
}

function textOf(members: Members, name: string): string {
  const value = members[name];
  if (typeof value === 'string' && value !== '') return value;
  throw malformed(`${name} must be a text`);
}

function numberOf(
  value: unknown,
  { name, from, to }: { readonly name: string; readonly from: number; readonly to: number },
): number {
  const isInside = typeof value === 'number' && Number.isInteger(value);
  if (isInside && value >= from && value <= to) return value;
  throw malformed(`${name} must be a whole number from ${from} to ${to}`);
}

function malformed(reason: string): Refusal {
  return new Refusal('malformed_request', reason);
}
