import type { FailureCode } from '../../../domain/failure.ts';
import { AUTHORIZATION_REQUESTS, PUSHED_REQUESTS } from './entries/authorization-requests.ts';
import { BACKCHANNEL_REFUSALS, CIBA_REQUESTS, PENDING, TOO_SOON } from './entries/backchannel.ts';
import { CLIENT_AUTHENTICATION, SIGNED_REQUESTS } from './entries/client-authentication.ts';
import { BACKCHANNEL_EXPIRED, EID_REFUSALS, ENDINGS } from './entries/eid.ts';
import { FORMS, TOKEN_REQUESTS, USERINFO_REQUESTS } from './entries/endpoints.ts';
import { INTERRUPTED_LOGINS, LOGOUT_REQUESTS } from './entries/interrupted-logins.ts';
import { HINT_REFUSALS, REQUEST_REFUSALS } from './entries/request-refusals.ts';
import type { Entries, Entry } from './entry.ts';

/** How a refusal of ours is told. */
export const REFUSALS: Readonly<Record<FailureCode, Entry>> = {
  ...REQUEST_REFUSALS,
  ...HINT_REFUSALS,
  ...BACKCHANNEL_REFUSALS,
  ...EID_REFUSALS,
};

/** Reasons that are met in the same place. */
export interface Theme {
  readonly title: string;
  /** Where such an error arrives, and how. */
  readonly arrives: string;
  readonly entries: Entries;
}

/** On the way to the application, in the shape that its response mode has. */
const REDIRECTED = 'On the redirect to the application; from PAR, CIBA and headless as JSON.';
const ON_A_PAGE = 'On a page for the person: nobody can be sent on.';
const IN_JSON = 'As JSON.';

/** Every error that our endpoints answer with, ours and the protocol library's. */
export const CATALOGUE: readonly Theme[] = [
  { title: 'Who asks for what', arrives: REDIRECTED, entries: REQUEST_REFUSALS },
  { title: 'login_hint and texts', arrives: REDIRECTED, entries: HINT_REFUSALS },
  {
    title: 'Authorization requests',
    arrives: `${REDIRECTED} Without a known application and one of its redirect URIs: on a page.`,
    entries: AUTHORIZATION_REQUESTS,
  },
  { title: 'Pushed requests', arrives: REDIRECTED, entries: PUSHED_REQUESTS },
  { title: 'Signed requests', arrives: REDIRECTED, entries: SIGNED_REQUESTS },
  {
    title: 'The eID',
    arrives: `${REDIRECTED} A person on our page can try again first.`,
    entries: EID_REFUSALS,
  },
  {
    title: 'How a login ended',
    arrives: 'On the redirect to the application; of CIBA and headless in the answer to a poll.',
    entries: ENDINGS,
  },
  {
    title: 'Logins that cannot go on',
    arrives: `login_required and interaction_required: on the redirect. The others: ${ON_A_PAGE.toLowerCase()}`,
    entries: INTERRUPTED_LOGINS,
  },
  { title: 'CIBA and headless requests', arrives: IN_JSON, entries: BACKCHANNEL_REFUSALS },
  { title: 'CIBA requests, by the protocol', arrives: IN_JSON, entries: CIBA_REQUESTS },
  {
    title: 'Polls',
    arrives: `${IN_JSON} Of headless requests with acr_data while the person is not done.`,
    entries: { ...PENDING, 'too-soon': TOO_SOON, 'polled-expired': BACKCHANNEL_EXPIRED },
  },
  { title: 'Client authentication', arrives: IN_JSON, entries: CLIENT_AUTHENTICATION },
  { title: 'Token requests', arrives: IN_JSON, entries: TOKEN_REQUESTS },
  { title: 'Userinfo', arrives: IN_JSON, entries: USERINFO_REQUESTS },
  { title: 'Logout', arrives: ON_A_PAGE, entries: LOGOUT_REQUESTS },
  {
    title: 'Any endpoint',
    arrives: 'As JSON where programs ask, on the redirect or a page where a browser does.',
    entries: FORMS,
  },
];

/** An entry, its name, and the title of the theme in which it stands. */
export interface NamedEntry extends Entry {
  readonly key: string;
  readonly theme: string;
}

/** Each entry once: under the first of its names where one reason is met in two places. */
export const ALL_ENTRIES: readonly NamedEntry[] = named();

/** The entry of an error as it was told. Undefined when the catalogue does not have it. */
export function entryOf(error: string, description: string | undefined): NamedEntry | undefined {
  const tells = ({ pattern, of }: Pattern) =>
    [of.error, of.otherError].includes(error) && pattern.test(description ?? '');
  return PATTERNS.find(tells)?.of;
}

/** The entry of this name. */
export function entryNamed(key: string): NamedEntry | undefined {
  return ALL_ENTRIES.find((entry) => entry.key === key);
}

interface Pattern {
  readonly pattern: RegExp;
  readonly of: NamedEntry;
}

const PLACEHOLDER = /\{\w+\}/g;

/** The most exact first: "state is longer than …" before "{name} is longer than …". */
const PATTERNS: readonly Pattern[] = ALL_ENTRIES.toSorted(
  (a, b) => exactness(b) - exactness(a),
).map((of) => ({ of, pattern: patternOf(of) }));

function exactness({ description = '' }: Entry): number {
  return description.replace(PLACEHOLDER, '').length;
}

function patternOf({ description = '' }: Entry): RegExp {
  const parts = description.split(PLACEHOLDER).map((part) => part.replace(/[^\w\s]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}

function named(): readonly NamedEntry[] {
  const seen = new Set<Entry>();
  return CATALOGUE.flatMap(({ title: theme, entries }) =>
    Object.entries(entries).flatMap(([key, entry]) => {
      if (seen.has(entry)) return [];
      seen.add(entry);
      return [{ ...entry, key, theme }];
    }),
  );
}
