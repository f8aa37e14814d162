import type { ClientMetadata } from 'oidc-provider';

import {
  isObject,
  type Members,
  membersOf,
  oneOf,
  optionalText,
  secondsOf,
  textOf,
} from '../shared/json-members.ts';
import { malformed } from '../shared/refusal.ts';

/** Parses the bodies of the control API. Every function throws a `Refusal` for an invalid one. */

/** `{person}`: the id of a person, such as `astrid`. */
export function parseApproval(body: unknown): string {
  return textOf(membersOf(body, ['person']), 'person');
}

/** `{link, person}` */
export function parseLink(body: unknown): { readonly link: string; readonly person: string } {
  const members = membersOf(body, ['link', 'person']);
  return { link: textOf(members, 'link'), person: textOf(members, 'person') };
}

/** `{word}`: how the eID names the end of the login. */
export function parseFailure(body: unknown): string {
  return textOf(membersOf(body, ['word']), 'word');
}

/** What the persons of an eID do from now on. */
export interface ScriptRequest {
  readonly profile: string;
  readonly decision: 'approve' | 'abort' | 'fail' | 'wait';
  /** Who approves; otherwise whom the script concerns. */
  readonly person: string | undefined;
  /** Only with `fail`. */
  readonly word: string | undefined;
  readonly afterSeconds: number;
}

/** `{profile, decision, person?, word?, afterSeconds?}` */
export function parseScript(body: unknown): ScriptRequest {
  const members = membersOf(body, ['profile', 'decision', 'person', 'word', 'afterSeconds']);
  const decision = oneOf(members, 'decision', ['approve', 'abort', 'fail', 'wait']);
  if (decision === undefined) throw malformed('decision is missing');
  if (decision === 'approve') textOf(members, 'person');
  if (decision === 'fail') textOf(members, 'word');
  return {
    profile: textOf(members, 'profile'),
    decision,
    person: optionalText(members, 'person'),
    word: optionalText(members, 'word'),
    afterSeconds: members.afterSeconds === undefined ? 0 : secondsOf(members, 'afterSeconds'),
  };
}

/** `{advanceSeconds}` */
export function parseAdvance(body: unknown): number {
  return secondsOf(membersOf(body, ['advanceSeconds']), 'advanceSeconds');
}

/** A client of an eID: its registration by the names of OpenID Connect. */
export interface ClientRegistration {
  readonly profile: string;
  readonly client: ClientMetadata;
}

/** `{profile, client}` */
export function parseClient(body: unknown): ClientRegistration {
  const members = membersOf(body, ['profile', 'client']);
  const client = members.client as Members | undefined;
  if (!isObject(client)) throw malformed('client must be an object');
  const clientId = textOf(client, 'client_id');
  if (!Array.isArray(client.redirect_uris)) throw malformed('redirect_uris must be a list');
  return { profile: textOf(members, 'profile'), client: { ...client, client_id: clientId } };
}

/** `{profile?, …}`: the fault as its eID reads it. */
export function parseFault(body: unknown): { profile: string | undefined; fault: Members } {
  if (!isObject(body)) throw malformed('the body must be a JSON object');
  const { profile: _, ...fault } = body;
  return { profile: optionalText(body, 'profile'), fault };
}
