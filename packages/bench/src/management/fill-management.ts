import { pgUsageCounts } from 'eid-broker/adapters/postgres/usage-counts';
import { countUsage } from 'eid-broker/management/count-usage';
import type { Pool } from 'pg';

/** The only tenant. */
export const TENANT = 'bench';

/** The applications that have events, so few that answers have the same length in both databases. */
const USED = 5;
/** Login timelines, and events of the audit: fewer than events, which are kept for years, but more than a page. */
export function timelinesFor(events: number): number {
  return Math.max(100, Math.ceil(events / 10));
}

/** Less than login timelines are kept. */
const TIMELINE_DAYS = 29;
/** Events lie evenly over so many days: many over a year, few over a month. */
const daysOf = (events: number) => (events > 10_000 ? 365 : TIMELINE_DAYS);
const BATCH = 1_000_000;

/** The client id of an application, from 1. */
export function applicationId(number: number): string {
  return `application-${String(number).padStart(5, '0')}`;
}

const CLIENT = `'application-' || lpad(((n % ${USED}) + 1)::text, 5, '0')`;
const AT = `now() - interval '1 minute' - interval '1 day' * $4::int * (($3::int - n)::float8 / $3)`;
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

const EVENTS = `insert into authentication_event (authentication_id, tenant_id, issuer, client_id, channel, kind, acr,
    outcome, at, event_mac, position)
  select 'filled-' || lpad(n::text, 9, '0'), '${TENANT}', 'http://bench.localhost', ${CLIENT}, 'browser', 'authentication',
    'urn:grn:authn:se:bankid', case when n % 10 = 0 then 'declined' else 'identified' end, ${AT},
    decode(repeat('00', 32), 'hex'), n
  from generate_series($1::int, $2::int) n`;
/** Above the positions of the events that apply leaves. */
const ACTS = `insert into authentication_event (authentication_id, tenant_id, issuer, client_id, channel, kind, acr,
    outcome, hint, at, event_mac, position, document)
  select 'mgt_filled-' || lpad(n::text, 9, '0'), 'management:${TENANT}', '', 'bench', 'management', 'management',
    'applications.write', 'done', '', ${AT}, decode(repeat('00', 32), 'hex'), 1000000000 + n,
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
const TIMELINES = `insert into login_timeline (login_key, tenant_id, code, issuer, client_id, channel, acr, outcome, began_at,
    state_hash, reference_hash, steps)
  select 'filled-' || lpad(n::text, 9, '0'), '${TENANT}', ${CODE}, 'http://bench.localhost', ${CLIENT}, 'browser',
    'urn:grn:authn:se:bankid', 'identified', ${AT}, n::bigint * 7919, n::bigint * 104729,
    (select jsonb_agg(detail::jsonb || jsonb_build_object('what', what, 'at', 1780000000000 + place * 1000) order by place)
      from unnest('{${STEPS.join(',')}}'::text[], $5::text[]) with ordinality as step (what, detail, place))
  from generate_series($1::int, $2::int) n`;

/** Adds that many events with their login timelines and events of the audit, all of one tenant. */
export async function fillManagement(
  pool: Pool,
  events: number,
  step: (what: string) => void,
): Promise<void> {
  const fewer = timelinesFor(events);
  const parts = [
    { what: 'events', text: EVENTS, rows: events, more: [daysOf(events)] },
    {
      what: 'login timelines',
      text: TIMELINES,
      rows: fewer,
      more: [TIMELINE_DAYS, DETAILS],
    },
    { what: 'events of management', text: ACTS, rows: fewer, more: [daysOf(events)] },
  ];
  for (const { what, text, rows, more } of parts) {
    for (let first = 1; first <= rows; first += BATCH) {
      const last = Math.min(rows, first + BATCH - 1);
      step(`filling ${what}: ${last} of ${rows}`);
      await pool.query(text, [first, last, rows, ...more]);
    }
  }
  step('counting them, as the service does in the background');
  await countUsage(pgUsageCounts(pool), () => true);
  for (const table of ['authentication_event', 'login_timeline', 'application', 'usage_count']) {
    await pool.query(`vacuum (analyze, freeze) ${table}`);
  }
}
