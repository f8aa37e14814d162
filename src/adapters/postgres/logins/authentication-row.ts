import { createHash } from 'node:crypto';

import type { Acr } from '../../../domain/acr.ts';
import type {
  AddressSource,
  Authentication,
  AuthenticationProgress,
  Channel,
  Device,
} from '../../../domain/authentication.ts';
import type { Identity } from '../../../domain/identity.ts';
import { type Intent, PLAIN_LOGIN } from '../../../domain/intent.ts';
import type { Ending, Stage } from '../../../domain/progress.ts';
import type { SupportCode } from '../../../domain/support-code.ts';
import type { ReturnParameters } from '../../../ports/eid.ts';
import type { Vault } from '../../../ports/vault.ts';

/** An attempt as the database returns it. */
export interface AuthenticationRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly channel: Channel;
  readonly login_id: string | null;
  readonly acr: Acr;
  readonly request: Buffer;
  readonly scope: string;
  readonly id_token: Authentication['idToken'];
  readonly address_from: AddressSource | null;
  readonly device: Device | null;
  readonly returned: Buffer | null;
  readonly state: AuthenticationProgress['state'];
  readonly stage: Stage | null;
  readonly hint: string | null;
  readonly why: Ending | null;
  readonly eid_order: Buffer | null;
  readonly identity: Buffer | null;
  readonly collect_after: Date;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly settled_at: Date | null;
  readonly result_consumed_at: Date | null;
  readonly support_code: SupportCode | null;
}

/** An encrypted column, bound to the id of its row. */
export type SealedColumn = 'returned' | 'eid_order' | 'identity';

/** The intent, and the secrets that bind app and browser: encrypted as one text that never changes. */
interface SealedRequest {
  /** Undefined for a plain login. */
  readonly intent?: Intent | undefined;
  readonly returnNonce?: string | undefined;
  readonly browserSecret?: string | undefined;
}

/** The identity, and the moment of the identification. */
export interface SealedIdentity {
  /** ISO 8601. */
  readonly at: string;
  readonly identity: Identity;
}

const PLAIN = JSON.stringify(PLAIN_LOGIN);

/** The vault's context for an encrypted column. */
export function sealContext(column: SealedColumn, id: string): string {
  return `authentication.${column}:${id}`;
}

/**
 * Encrypts the request of a new attempt. It is bound to all facts that decide the recipient of the identity. Reading a row
 * opens it first, so that no other column of an attempt with changed facts is ever used.
 */
export function sealedRequest(authentication: Authentication, vault: Vault): Buffer {
  const { intent, returnNonce, browserSecret } = authentication;
  const requested = JSON.stringify(intent) === PLAIN ? undefined : intent;
  const request: SealedRequest = { intent: requested, returnNonce, browserSecret };
  return vault.seal(JSON.stringify(request), requestContext(authentication));
}

function requestContext(authentication: Facts): string {
  const {
    id,
    tenantId,
    issuer,
    clientId,
    channel,
    loginId = null,
    acr,
    scope,
    idToken,
  } = authentication;
  const { addressFrom = null, device = null, createdAt, expiresAt } = authentication;
  const facts = [
    id,
    tenantId,
    issuer,
    clientId,
    channel,
    loginId,
    acr,
    scope.join(' '),
    idToken,
    addressFrom,
    device,
    createdAt.getTime(),
    expiresAt.getTime(),
  ];
  // The context appears in errors, which must not show the facts.
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
  return `authentication.request:${id}:${digest}`;
}

type Secret = 'intent' | 'returnNonce' | 'browserSecret';
type Facts = Omit<
  Authentication,
  Secret | keyof Return | 'consumedAt' | 'progress' | 'supportCode'
>;

/** Reads an attempt. @throws when a column does not decrypt, or the state does not fit its columns */
export function parseAuthenticationRow(row: AuthenticationRow, vault: Vault): Authentication {
  const facts = factsOf(row);
  const request: SealedRequest = JSON.parse(vault.open(row.request, requestContext(facts)));
  return {
    ...facts,
    intent: request.intent ?? PLAIN_LOGIN,
    returnNonce: request.returnNonce,
    browserSecret: request.browserSecret,
    ...returnOf(row, vault),
    consumedAt: row.result_consumed_at ?? undefined,
    supportCode: row.support_code ?? undefined,
    progress: progressOf(row, vault),
  };
}

/** The return of the app. */
type Return = Pick<Authentication, 'returned' | 'returnParameters'>;

/** The text of a return before its encryption: the browser, and in JSON the parameters if there are any. */
export function returnText(where: 'here' | 'elsewhere', parameters?: ReturnParameters): string {
  return parameters === undefined ? where : `${where} ${JSON.stringify(parameters)}`;
}

/** The browser to which the app returned, and the parameters that it brought. */
export function returnOf(row: Pick<AuthenticationRow, 'id' | 'returned'>, vault: Vault): Return {
  if (row.returned === null) return { returned: undefined };
  const text = vault.open(row.returned, sealContext('returned', row.id));
  const [, where, parameters] = /^(\w+)(?: (.*))?$/s.exec(text) ?? [];
  return {
    returned: where === 'here' ? 'here' : 'elsewhere',
    ...(parameters !== undefined && { returnParameters: JSON.parse(parameters) }),
  };
}

function factsOf(row: AuthenticationRow): Facts {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    issuer: row.issuer,
    clientId: row.client_id,
    channel: row.channel,
    loginId: row.login_id ?? undefined,
    acr: row.acr,
    scope: row.scope.split(' ').filter((text) => text !== ''),
    idToken: row.id_token,
    addressFrom: row.address_from ?? undefined,
    device: row.device ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

/** @throws when the state contradicts the other columns, which the table's constraint forbids */
function progressOf(row: AuthenticationRow, vault: Vault): AuthenticationProgress {
  const { state, stage, hint, why, collect_after: collectAfter, settled_at: at } = row;
  const order = opened(row, 'eid_order', vault);
  const identity = opened(row, 'identity', vault);
  if (state === 'pending' && stage !== null) {
    return { state, stage, hintCode: hint ?? '', order: order && JSON.parse(order), collectAfter };
  }
  if (state === 'identified' && at !== null && identity !== undefined) {
    const sealed: SealedIdentity = JSON.parse(identity);
    return { state, at: new Date(sealed.at), identity: sealed.identity };
  }
  if (state === 'ended' && at !== null && why !== null) {
    return { state, at, why, hintCode: hint ?? undefined };
  }
  throw new Error(`authentication.state of ${row.id}: ${state} does not fit the other columns`);
}

function opened(
  row: AuthenticationRow,
  column: 'eid_order' | 'identity',
  vault: Vault,
): string | undefined {
  const sealed = row[column];
  return sealed === null ? undefined : vault.open(sealed, sealContext(column, row.id));
}
