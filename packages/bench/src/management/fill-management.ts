import { pgUsageCounts } from 'eid-broker/adapters/postgres/events/usage-counts';
import { countUsage } from 'eid-broker/management/count-usage';
import type { Pool } from 'pg';

/** The only tenant. */
export const TENANT = 'bench';

/** The applications that have events and logins. */
const USED = 5;
/**
 * Events lie in so many hours of a year, each of one application. So both databases have the same counts to add up for an answer,
 * however many events each of them has.
 */
const HOURS = 100;
const DAYS = 365;
/** Login timelines, and events of the audit: fewer than events, which are kept for years, but more than a page. */
export function timelinesFor(events: number): number {
  return Math.max(100, Math.ceil(events / 10));
}

/** Less than login timelines are kept. */
const TIMELINE_DAYS = 29;
/** Logins that were refused, of an application of their own: the same few in both databases. */
const RARE = 10;
export const RARE_ERROR = 'grant-invalid';
export const RARELY_USED = USED + 1;
const BATCH = 1_000_000;

/** The client id of an application, from 1. */
export function applicationId(number: number): string {
  return `application-${String(number).padStart(5, '0')}`;
}

const applicationOf = (number: string) => `'application-' || lpad((${number})::text, 5, '0')`;
const evenlyOver = (days: number) =>
  `$4::timestamptz - interval '1 minute' - interval '1 day' * ${days} * (($3::int - n)::float8 / $3)`;
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Codes in no order, each once: the factor has no common divisor with the number of codes. */
const MIXED = `(n::bigint * 387420489077 % ${ALPHABET.length ** 8})`;

/** The support code of a timeline, from 1. */
export function codeOf(number: number): string {
  const size = BigInt(ALPHABET.length);
  let rest = (BigInt(number) * 387_420_489_077n) % size ** 8n;
  let code = '';
  for (let place = 0; place < 8; place += 1) {
    code += ALPHABET[Number(rest % size)];
    rest /= size;
  }
  return code;
}

const CODE = Array.from(
  { length: 8 },
  (_, place) =>
    `substr('${ALPHABET}', (${MIXED} / ${ALPHABET.length ** place} % ${ALPHABET.length})::int + 1, 1)`,
).join(' || ');

/** The hour of an event, from 0, in the order of the events. */
const HOUR = `((n - 1)::bigint * ${HOURS} / $3)`;
const WITHIN_HOUR = `date_trunc('hour', $4::timestamptz - interval '1 hour'
    - interval '1 day' * ${DAYS} * (1 - ${HOUR}::float8 / ${HOURS - 1})) + interval '1 second' * (n % 3600)`;
const EVENTS = `insert into authentication_event (authentication_id, tenant_id, issuer, client_id, channel, kind, acr,
    outcome, at, event_mac, position)
  select 'filled-' || lpad(n::text, 9, '0'), '${TENANT}', 'http://bench.localhost', ${applicationOf(`1 + ${HOUR} % ${USED}`)},
    'browser', 'authentication', 'urn:grn:authn:se:bankid', case when n % 10 = 0 then 'declined' else 'identified' end,
    ${WITHIN_HOUR}, decode(repeat('00', 32), 'hex'), n
  from generate_series($1::int, $2::int) n`;
/** Above the positions of the events that apply leaves. */
const ACTS = `insert into authentication_event (authentication_id, tenant_id, issuer, client_id, channel, kind, acr,
    outcome, hint, at, event_mac, position, document)
  select 'mgt_filled-' || lpad(n::text, 9, '0'), 'management:${TENANT}', '', 'bench', 'management', 'management',
    'applications.write', 'done', '', ${evenlyOver(DAYS)}, decode(repeat('00', 32), 'hex'), 1000000000 + n,
    '{"who":{"kind":"token","id":"bench","name":"bench"},"roles":["owner"],"object":"application one","before":{"name":"One"},"after":{"name":"Two"}}'
  from generate_series($1::int, $2::int) n`;
const STEPS = ['begun', 'page', 'started', 'hint', 'identified', 'told', 'redeemed'];
const DETAILS = [
  '{}',
  '{"page":"choose"}',
  '{"acr":"urn:grn:authn:se:bankid","device":"other"}',
  '{"stage":"in-progress","hint":"userSign"}',
  '{}',
  '{"answer":"code"}',
  '{}',
];
const IS_RARE = `(n % ($3 / ${RARE}) = 1)`;
const TIMELINES = `insert into login_timeline (login_key, tenant_id, code, issuer, client_id, channel, acr, outcome, error, began_at,
    state_hash, reference_hash, steps)
  select 'filled-' || lpad(n::text, 9, '0'), '${TENANT}', ${CODE}, 'http://bench.localhost',
    ${applicationOf(`case when ${IS_RARE} then ${RARELY_USED} else 1 + n % ${USED} end`)}, 'browser',
    'urn:grn:authn:se:bankid', case when ${IS_RARE} then 'refused' else 'identified' end,
    case when ${IS_RARE} then '${RARE_ERROR}' end, ${evenlyOver(TIMELINE_DAYS)}, n::bigint * 7919, n::bigint * 104729,
    (select jsonb_agg(detail::jsonb || jsonb_build_object('what', what, 'at', 1780000000000 + place * 1000) order by place)
      from unnest('{${STEPS.join(',')}}'::text[], $5::text[]) with ordinality as step (what, detail, place))
  from generate_series($1::int, $2::int) n`;

/** How a database is filled. */
export interface Filling {
  readonly events: number;
  /** The end of the time in which events lie: the same for databases that are compared. */
  readonly until: Date;
  readonly step: (what: string) => void;
}

/** Adds that many events with their login timelines and events of the audit, all of one tenant. */
export async function fillManagement(pool: Pool, { events, until, step }: Filling): Promise<void> {
  const fewer = timelinesFor(events);
  const parts = [
    { what: 'events', text: EVENTS, rows: events, more: [] },
    { what: 'login timelines', text: TIMELINES, rows: fewer, more: [DETAILS] },
    { what: 'events of management', text: ACTS, rows: fewer, more: [] },
  ];
  for (const { what, text, rows, more } of parts) {
    for (let first = 1; first <= rows; first += BATCH) {
      const last = Math.min(rows, first + BATCH - 1);
      step(`filling ${what}: ${last} of ${rows}`);
      await pool.query(text, [first, last, rows, until, ...more]);
    }
  }
  step('counting them, as the service does in the background');
  await countUsage(pgUsageCounts(pool), () => true);
  for (const table of ANALYSED) await pool.query(`vacuum (analyze, freeze) ${table}`);
}

const ANALYSED = [
  'authentication_event',
  'login_timeline',
  'application',
  'usage_count',
  'application_use',
];
