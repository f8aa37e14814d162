import type { WhoActs } from '../../../domain/login-timeline.ts';
import { entryNamed, REFUSALS } from './catalogue.ts';
import { ENDINGS } from './entries/eid.ts';
import { ANY_ENDPOINT } from './entries/endpoints.ts';
import type { Entry } from './entry.ts';

/** An error in a timeline, for people. */
export interface ExplainedError {
  /** The key in the catalogue. */
  readonly key: string;
  /** The OAuth code, and the description that was sent; `{name}` stands for a value. */
  readonly error: string;
  readonly description: string | undefined;
  readonly cause: string;
  readonly fix: string;
  readonly whoActs: WhoActs;
}

/** What timelines tell apart, and no application gets: an error of a page, and an ending that shares its entry. */
const UNSENT: Readonly<Record<string, ExplainedError>> = {
  'foreign-form': {
    key: 'foreign-form',
    error: 'invalid_request',
    description: undefined,
    cause:
      'The click did not come from our own page: another site sent the form, or a proxy changed the request.',
    fix: 'The person begins the login again, without other pages of the login open. If it repeats, check which proxy or extension changes Origin or Sec-Fetch-Site.',
    whoActs: 'person',
  },
  'not-opened': {
    ...explainedEntry(ENDINGS['not-opened']),
    cause: 'The person did not open the request in the eID’s app in time.',
    fix: 'Offer to try again. The person needs the app on the device with the link, or scans the QR code with the app itself, not with the camera.',
  },
};

/** Explains an error by its key, or by the name of a failure or an ending; undefined for any other name. */
export function explainedError(name: string): ExplainedError | undefined {
  if (Object.hasOwn(UNSENT, name)) return UNSENT[name];
  const entry = name === 'internal-error' ? ANY_ENDPOINT.fault : entryOf(name);
  return entry && explainedEntry(entry);
}

function explainedEntry({ key, error, description, cause, fix, whoActs }: Entry): ExplainedError {
  return { key, error, description, cause, fix, whoActs };
}

function entryOf(name: string): Entry | undefined {
  const others: Readonly<Record<string, Entry>> = { ...REFUSALS, ...ENDINGS };
  return entryNamed(name) ?? (Object.hasOwn(others, name) ? others[name] : undefined);
}
