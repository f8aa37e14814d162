import type { FailureCode } from '../../../domain/failure.ts';
import { AUTHORIZATION_REQUESTS } from './entries/authorization-requests.ts';
import { CIBA_REQUESTS } from './entries/ciba-requests.ts';
import { CLIENT_AUTHENTICATION } from './entries/client-authentication.ts';
import { EID_REFUSALS } from './entries/eid-refusals.ts';
import { ENDINGS, POLLED_EXPIRED } from './entries/endings.ts';
import { FORMS } from './entries/forms.ts';
import { HINT_REFUSALS } from './entries/hint-refusals.ts';
import { INTERRUPTED_LOGINS } from './entries/interrupted-logins.ts';
import { LOGOUT_REQUESTS } from './entries/logout-requests.ts';
import { POLLED_REFUSALS } from './entries/polled-refusals.ts';
import { PENDING, TOO_SOON } from './entries/polls.ts';
import { PUSHED_REQUESTS } from './entries/pushed-requests.ts';
import { REQUEST_REFUSALS } from './entries/request-refusals.ts';
import { SIGNED_REQUESTS } from './entries/signed-requests.ts';
import { TOKEN_REQUESTS } from './entries/token-requests.ts';
import { USERINFO_REQUESTS } from './entries/userinfo-requests.ts';
import type { Entries, Entry } from './entry.ts';

/** How a refusal of ours is told. */
export const REFUSALS: Readonly<Record<FailureCode, Entry>> = {
  ...REQUEST_REFUSALS,
  ...HINT_REFUSALS,
  ...POLLED_REFUSALS,
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
  { title: 'CIBA and headless requests', arrives: IN_JSON, entries: POLLED_REFUSALS },
  { title: 'CIBA requests, by the protocol', arrives: IN_JSON, entries: CIBA_REQUESTS },
  {
    title: 'Polls',
    arrives: `${IN_JSON} Of headless requests with acr_data while the person is not done.`,
    entries: { ...PENDING, 'too-soon': TOO_SOON, 'polled-expired': POLLED_EXPIRED },
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
