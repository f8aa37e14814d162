import type { AuthenticationEvent } from '@eid-broker/testing/memory/authentication-event';
import type { Pool } from 'pg';

const READ = `select authentication_id as "authenticationId", tenant_id as "tenantId", issuer,
    client_id as "clientId", channel, kind, acr, outcome, hint as "hintCode", address_from as "addressFrom", at
  from authentication_event order by sequence`;

/** The events of a database, in the shape of the memory adapter. */
export async function readEvents(pool: Pool): Promise<readonly AuthenticationEvent[]> {
  const { rows } = await pool.query<Record<string, unknown>>(READ);
  return rows.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, value ?? undefined]),
      ) as unknown as AuthenticationEvent,
  );
}
