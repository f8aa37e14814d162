import type { Grant } from '../../../domain/administrator.ts';
import type { ApiToken, ManagementSession } from '../../../ports/administrators.ts';
import type { Vault } from '../../../ports/vault.ts';
import { hmacFor, isEqual } from '../row-hmacs.ts';

/** A MAC over the columns of a row that decide what someone may do. */
export interface RowMac<Row> {
  of(row: Row): Buffer;
  /** `newest` and `older`: made by the service with that key; `wrong`: made or changed in the database. */
  check(row: Row, mac: Uint8Array): 'newest' | 'older' | 'wrong';
}

/** What a grant's MAC covers: the administrator's id is made from issuer and subject. */
export interface GrantRow extends Grant {
  readonly administratorId: string;
}

/** What an invitation's MAC covers. */
export interface InvitationRow extends Grant {
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

/** What a token's MAC covers. */
export type TokenRow = Pick<
  ApiToken,
  'id' | 'tenant' | 'role' | 'permissions' | 'createdBy' | 'expiresAt'
> & {
  readonly tokenHash: string;
};

/** The MACs of the rows of administrators. Who can write to the database alone cannot make one. */
export function managementMacs(vault: Pick<Vault, 'deriveKeys'>) {
  const hmac = hmacFor(vault, 'management');
  return {
    grant: rowMac<GrantRow>(({ administratorId, tenant, role }) => [
      'grant',
      administratorId,
      tenant,
      role,
    ]),
    invitation: rowMac<InvitationRow>(({ tokenHash, tenant, role, expiresAt }) => [
      'invitation',
      tokenHash,
      tenant,
      role,
      expiresAt.toISOString(),
    ]),
    session: rowMac<ManagementSession>((session) => [
      'session',
      session.idHash,
      session.administratorId,
      session.authenticatedAt.toISOString(),
      session.expiresAt.toISOString(),
    ]),
    token: rowMac<TokenRow>(
      ({ id, tokenHash, tenant, role, permissions, createdBy, expiresAt }) => [
        'token',
        id,
        tokenHash,
        tenant,
        role,
        permissions?.join(' ') ?? null,
        createdBy,
        expiresAt.toISOString(),
      ],
    ),
  };

  function rowMac<Row>(parts: (row: Row) => readonly (string | null)[]): RowMac<Row> {
    return {
      of: (row) => hmac.of(JSON.stringify(parts(row))),
      check(row, mac) {
        const known = hmac.all(JSON.stringify(parts(row)));
        const index = known.findIndex((one) => isEqual(one, mac));
        if (index < 0) return 'wrong';
        return index === 0 ? 'newest' : 'older';
      },
    };
  }
}
