import { artifactStatements } from 'eid-broker/adapters/postgres/logins/artifacts';
import { statements } from 'eid-broker/adapters/postgres/logins/authentication-statements';
import type { Pool } from 'pg';

const NEVER = "now() + interval '1 day'";
const PENDING_PREFIX = 'bench-pending-';

/** The columns of all inserted attempts; no request refers to them. */
const ATTEMPT = `(id, tenant_id, issuer, client_id, channel, kind, request, scope, id_token, login_id, acr, state, stage, why, settled_at,
  collect_after, created_at, expires_at)`;

const STORED = `insert into authentication ${ATTEMPT}
  select encode(sha256(n::text::bytea), 'hex'), 'bench', 'http://bench.localhost', 'web', 'browser', 'authentication', '', '', 'full',
    encode(sha256(('login' || n)::bytea), 'hex'), 'urn:grn:authn:se:bankid', 'ended', null, 'expired', now(),
    now(), now(), ${NEVER}
  from generate_series($1::int, $2::int) n`;
/** With places in a separate chain, so that no replica seals them during the measurement. */
const EVENTS = `insert into authentication_event (authentication_id, tenant_id, issuer, client_id, channel, kind, acr,
    outcome, at, event_mac, position)
  select encode(sha256(n::text::bytea), 'hex'), 'filled', 'http://filled.localhost', 'web', 'browser', 'authentication',
    'urn:grn:authn:se:bankid', 'expired', now(), '', n
  from generate_series($1::int, $2::int) n`;
const ARTIFACTS = `insert into artifact (kind, id_hash, grant_id, payload, expires_at)
  select 'http://bench.localhost AccessToken', sha256(n::text::bytea), encode(sha256(n::text::bytea), 'hex'),
    convert_to(repeat('x', 500), 'UTF8'), ${NEVER}
  from generate_series($1::int, $2::int) n`;
const PENDING = `insert into authentication ${ATTEMPT}
  select '${PENDING_PREFIX}' || n, 'bench', 'http://bench.localhost', 'backend', 'headless', 'authentication', '', '', 'full', null,
    'urn:grn:authn:se:bankid', 'pending', 'first-interaction', null, null, ${NEVER}, now(), ${NEVER}
  from generate_series(1, $1::int) n`;

/** Adds rows of each kind, up to this number in each table, to the existing ones. */
export async function fillRows(pool: Pool, rows: number): Promise<void> {
  const { rows: found } = await pool.query<{ readonly filled: number }>(
    "select count(*)::int as filled from artifact where payload = convert_to(repeat('x', 500), 'UTF8')",
  );
  const range = [(found[0]?.filled ?? 0) + 1, rows];
  for (const text of [STORED, EVENTS, ARTIFACTS]) await pool.query(text, range);
  for (const table of ['authentication', 'authentication_event', 'artifact']) {
    await pool.query(`vacuum analyze ${table}`);
  }
}

/** Adds attempts that stay pending. The statistics are not updated, as in a burst. */
export async function fillPending(pool: Pool, rows: number): Promise<void> {
  await pool.query(PENDING, [rows]);
}

export async function removePending(pool: Pool): Promise<void> {
  await pool.query('delete from authentication where id like $1', [`${PENDING_PREFIX}%`]);
}

const LONG_AGO = "now() - interval '3 days'";
const LEFT = ['authentication', 'artifact'];

/** Adds what this number of logins leaves, expired for days: an attempt and three artifacts each. */
export async function fillExpired(pool: Pool, logins: number): Promise<void> {
  const expired = (text: string) =>
    text.replaceAll(NEVER, LONG_AGO).replaceAll('n::text', "'old' || n");
  await pool.query(expired(STORED), [1, logins]);
  await pool.query(expired(ARTIFACTS), [1, 3 * logins]);
}

/** The service's purge, and the database's vacuum after it. */
export async function purgeExpired(pool: Pool): Promise<void> {
  const before = [new Date(Date.now() - 2 * 86_400_000), 100_000];
  await pool.query(statements.purge.text, before);
  await pool.query(artifactStatements.purge.text, before);
  for (const table of LEFT) await pool.query(`vacuum ${table}`);
}
