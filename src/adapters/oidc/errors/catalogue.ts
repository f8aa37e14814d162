import type { FailureCode } from '../../../domain/failure.ts';
import { AUTHORIZATION_REQUESTS, PUSHED_REQUESTS } from './entries/authorization-requests.ts';
import {
  BACKCHANNEL_REFUSALS,
  CIBA_REQUESTS,
  PENDING,
  POLL_REFUSALS,
} from './entries/backchannel.ts';
import { CLIENT_AUTHENTICATION, SIGNED_REQUESTS } from './entries/client-authentication.ts';
import { EID_ENTRIES, EID_REFUSALS, ENDING_ENTRIES, POLL_ENDINGS } from './entries/eid.ts';
import { ANY_ENDPOINT, TOKEN_REQUESTS, USERINFO_REQUESTS } from './entries/endpoints.ts';
import { INTERRUPTED_LOGINS, LOGOUT_REQUESTS } from './entries/interrupted-logins.ts';
import { LOGIN_HINT_REFUSALS, REQUEST_REFUSALS } from './entries/request-refusals.ts';
import type { Entries, Entry } from './entry.ts';

/** The catalogue entry of each of our refusals. */
export const REFUSALS: Readonly<Record<FailureCode, Entry>> = {
  ...REQUEST_REFUSALS,
  ...LOGIN_HINT_REFUSALS,
  ...BACKCHANNEL_REFUSALS,
  ...EID_REFUSALS,
  'too-many-requests': ENDING_ENTRIES['too-many-requests'],
};

/** Entries that belong together. */
export interface Theme {
  readonly title: string;
  /** The place and the form in which such an error arrives. */
  readonly arrives: string;
  readonly entries: Entries;
}

const REDIRECTED = 'On the redirect to the application; from PAR, CIBA and headless as JSON.';
const ON_A_PAGE = 'On a page for the person, because no redirect is possible.';
const IN_JSON = 'As JSON.';

/** Every error that an endpoint answers with, of this service and of the protocol library. */
export const CATALOGUE: readonly Theme[] = [
  { title: 'eID service, scope and flow', arrives: REDIRECTED, entries: REQUEST_REFUSALS },
  { title: 'login_hint and texts', arrives: REDIRECTED, entries: LOGIN_HINT_REFUSALS },
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
    entries: EID_ENTRIES,
  },
  {
    title: 'How a login ended',
    arrives: 'On the redirect to the application; of CIBA and headless in the answer to a poll.',
    entries: ENDING_ENTRIES,
  },
  {
    title: 'Logins that cannot continue',
    arrives: `login_required and interaction_required: on the redirect. The others: ${ON_A_PAGE.toLowerCase()}`,
    entries: INTERRUPTED_LOGINS,
  },
  { title: 'CIBA and headless requests', arrives: IN_JSON, entries: BACKCHANNEL_REFUSALS },
  { title: 'CIBA requests, by the protocol', arrives: IN_JSON, entries: CIBA_REQUESTS },
  {
    title: 'Polls',
    arrives: `${IN_JSON} Pending headless requests add acr_data.`,
    entries: { ...PENDING, ...POLL_REFUSALS, ...POLL_ENDINGS },
  },
  { title: 'Client authentication', arrives: IN_JSON, entries: CLIENT_AUTHENTICATION },
  { title: 'Token requests', arrives: IN_JSON, entries: TOKEN_REQUESTS },
  { title: 'Userinfo', arrives: IN_JSON, entries: USERINFO_REQUESTS },
  { title: 'Logout', arrives: ON_A_PAGE, entries: LOGOUT_REQUESTS },
  {
    title: 'Any endpoint',
    arrives: 'As JSON where programs ask, on the redirect or a page where a browser does.',
    entries: ANY_ENDPOINT,
  },
];

/** An entry with the title of its theme. */
export interface ThemedEntry extends Entry {
  readonly theme: string;
}

/** All entries, in the order of the document. */
export const ALL_ENTRIES: readonly ThemedEntry[] = CATALOGUE.flatMap(({ title: theme, entries }) =>
  Object.values(entries).map((entry) => ({ ...entry, theme })),
);

const BY_KEY: ReadonlyMap<string, ThemedEntry> = new Map(
  ALL_ENTRIES.map((entry) => [entry.key, entry]),
);

/** The entry with this key. */
export function entryNamed(key: string): ThemedEntry | undefined {
  return BY_KEY.get(key);
}
