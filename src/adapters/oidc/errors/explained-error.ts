import type { WhoActs } from '../../../domain/login-timeline.ts';
import { entryNamed, REFUSALS } from './catalogue.ts';
import { ENDINGS } from './entries/eid.ts';
import { ANY_ENDPOINT } from './entries/endpoints.ts';
import type { Entry } from './entry.ts';
import { type EntryKey, WHO_ACTS } from './who-acts.ts';

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

/** An error of a page that no application gets. */
const FOREIGN_FORM: ExplainedError = {
  key: 'foreign-form',
  error: 'invalid_request',
  description: undefined,
  cause:
    'The click did not come from our own page: another site sent the form, or a proxy changed the request.',
  fix: 'Begin the login again, without other pages of the login open. If it repeats, check which proxy or extension changes Origin or Sec-Fetch-Site.',
  whoActs: 'person',
};

/** Explains an error by its key, or by the name of a failure or an ending; undefined for any other name. */
export function explainedError(name: string): ExplainedError | undefined {
  if (name === FOREIGN_FORM.key) return FOREIGN_FORM;
  const entry = name === 'internal-error' ? ANY_ENDPOINT.fault : entryOf(name);
  if (entry === undefined) return undefined;
  const { key, error, description, cause, fix } = entry;
  return { key, error, description, cause, fix, whoActs: WHO_ACTS[key as EntryKey] };
}

function entryOf(name: string): Entry | undefined {
  const others: Readonly<Record<string, Entry>> = { ...REFUSALS, ...ENDINGS };
  return entryNamed(name) ?? (Object.hasOwn(others, name) ? others[name] : undefined);
}
