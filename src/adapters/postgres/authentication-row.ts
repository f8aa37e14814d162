import type { Acr } from '../../domain/acr.ts';
import type {
  AddressSource,
  AttemptProgress,
  Authentication,
  Device,
  Door,
} from '../../domain/authentication.ts';
import { PLAIN_LOGIN } from '../../domain/intent.ts';
import type { Ending, Stage } from '../../domain/progress.ts';
import type { Vault } from '../../ports/vault.ts';

/** An attempt as the database hands it out. */
export interface AuthenticationRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly door: Door;
  readonly login_id: string | null;
  readonly acr: Acr;
  readonly intent: Buffer | null;
  readonly scope: string;
  readonly id_token: Authentication['idToken'];
  readonly address_from: AddressSource | null;
  readonly device: Device | null;
  readonly return_nonce: Buffer | null;
  readonly browser_secret: Buffer | null;
  readonly returned: 'here' | 'elsewhere' | null;
  readonly state: AttemptProgress['state'];
  readonly stage: Stage | null;
  readonly hint: string | null;
  readonly why: Ending | null;
  readonly eid_order: Buffer | null;
  readonly identity: Buffer | null;
  readonly collect_after: Date;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly settled_at: Date | null;
  readonly handed_out_at: Date | null;
}

/** A column whose text only the vault can read. */
export type SealedColumn = 'intent' | 'return_nonce' | 'browser_secret' | 'eid_order' | 'identity';

/** What the text of a sealed column is bound to. */
export function sealContext(column: SealedColumn, id: string): string {
  return `authentication.${column}:${id}`;
}

/** Reads an attempt. @throws when a sealed column does not open, or the state does not fit its columns */
export function authenticationOf(row: AuthenticationRow, vault: Vault): Authentication {
  const intent = opened(row, 'intent', vault);
  return {
    id: row.id,
    tenantId: row.tenant_id,
    issuer: row.issuer,
    clientId: row.client_id,
    door: row.door,
    loginId: row.login_id ?? undefined,
    acr: row.acr,
    intent: intent === undefined ? PLAIN_LOGIN : JSON.parse(intent),
    scope: row.scope.split(' ').filter((word) => word !== ''),
    idToken: row.id_token,
    addressFrom: row.address_from ?? undefined,
    device: row.device ?? undefined,
    returnNonce: opened(row, 'return_nonce', vault),
    browserSecret: opened(row, 'browser_secret', vault),
    returned: row.returned ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    handedOutAt: row.handed_out_at ?? undefined,
    progress: progressOf(row, vault),
  };
}

/** Rebuilds the state; what the table's own constraint forbids is a bug and says where. */
function progressOf(row: AuthenticationRow, vault: Vault): AttemptProgress {
  const { state, stage, hint, why, collect_after: collectAfter, settled_at: at } = row;
  const order = opened(row, 'eid_order', vault);
  const identity = opened(row, 'identity', vault);
  if (state === 'pending' && stage !== null) {
    return { state, stage, hint: hint ?? '', order: order && JSON.parse(order), collectAfter };
  }
  if (state === 'identified' && at !== null && identity !== undefined) {
    return { state, at, identity: JSON.parse(identity) };
  }
  if (state === 'ended' && at !== null && why !== null) {
    return { state, at, why, hint: hint ?? undefined };
  }
  throw new Error(`authentication.state of ${row.id}: ${state} does not fit the other columns`);
}

function opened(row: AuthenticationRow, column: SealedColumn, vault: Vault): string | undefined {
  const sealed = row[column];
  return sealed === null ? undefined : vault.open(sealed, sealContext(column, row.id));
}
