import { applicationId, codeOf, RARE_ERROR, RARELY_USED, TENANT } from './fill-management.ts';

/** A request whose cost must not depend on how much is stored. */
export interface Question {
  readonly key: string;
  readonly title: string;
  readonly method?: 'PATCH';
  /** The path of the request of that number. `size`: the stored applications. */
  readonly path: (index: number, size: QuestionSize) => string;
  readonly body?: (index: number) => object;
  /** True for a change, which costs more and is repeated less often. */
  readonly isChange?: boolean;
}

/** How much is stored. */
export interface QuestionSize {
  readonly applications: number;
  readonly timelines: number;
}

const BASE = `/api/tenants/${TENANT}`;
const DAY_MS = 86_400_000;

/** A step through numbers from 1, in no order. */
function spread(index: number, size: number): number {
  return 1 + ((index * 7_919) % size);
}

/** The period of so many days before the current one. */
function usageOf(days: number): string {
  const until = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return usageBetween(until - days * DAY_MS, until);
}

function usageOfLastMonth(): string {
  const now = new Date();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return usageBetween(Date.UTC(year, month - 1), Date.UTC(year, month));
}

function usageBetween(...moments: readonly [number, number]): string {
  const [from, until] = moments.map((at) => new Date(at).toISOString());
  return `${BASE}/usage?from=${from}&until=${until}`;
}

/** The measured requests. */
export const QUESTIONS: readonly Question[] = [
  { key: 'list-applications', title: 'list applications', path: () => `${BASE}/applications` },
  {
    key: 'search-applications',
    title: 'search applications',
    path: (index, { applications }) =>
      `${BASE}/applications?limit=5&search=${applicationId(spread(index, applications))}`,
  },
  {
    key: 'one-application',
    title: 'one application',
    path: (index, { applications }) =>
      `${BASE}/applications/${applicationId(spread(index, applications))}`,
  },
  { key: 'list-events', title: 'list events', path: () => `${BASE}/events` },
  { key: 'list-logins', title: 'list logins', path: () => `${BASE}/logins` },
  {
    key: 'logins-of-application',
    title: 'logins of a rarely used application',
    path: () => `${BASE}/logins?application=${applicationId(RARELY_USED)}`,
  },
  {
    key: 'logins-with-error',
    title: 'logins with a rare error',
    path: () => `${BASE}/logins?error=${RARE_ERROR}`,
  },
  {
    key: 'logins-with-ending',
    title: 'logins with a rare ending',
    path: () => `${BASE}/logins?outcome=refused`,
  },
  {
    key: 'one-login',
    title: 'one login by its code',
    path: (index, { timelines }) => `${BASE}/logins/${codeOf(spread(index, timelines))}`,
  },
  {
    key: 'search-logins',
    title: 'search a login by its code',
    path: (index, { timelines }) => `${BASE}/logins?search=${codeOf(spread(index, timelines))}`,
  },
  { key: 'audit', title: 'audit page', path: () => `${BASE}/audit` },
  { key: 'usage-month', title: 'usage of last month', path: usageOfLastMonth },
  { key: 'usage-days', title: 'usage of 30 days', path: () => usageOf(30) },
  { key: 'usage-year', title: 'usage of a year', path: () => usageOf(365) },
  { key: 'expiry', title: 'what ends', path: () => `${BASE}/expiry` },
  {
    key: 'plan-change',
    title: 'plan of a change that takes from users',
    method: 'PATCH',
    path: () => `${BASE}/applications/${applicationId(1)}?dryRun=true`,
    body: () => ({ redirectUris: ['https://another.example.com/callback'] }),
    isChange: true,
  },
  {
    key: 'change-application',
    title: 'change one application',
    method: 'PATCH',
    path: (index, { applications }) =>
      `${BASE}/applications/${applicationId(spread(index, applications))}`,
    body: (index) => ({ name: `Changed ${index}` }),
    isChange: true,
  },
];
