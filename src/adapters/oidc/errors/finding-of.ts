import { serviceUnavailableIn } from '../../../domain/failure.ts';
import { databaseState, faultKind } from '../../../domain/fault-kind.ts';
import type { ErrorFinding, RefusalReason } from '../../../domain/login-timeline.ts';
import { entryNamed } from './catalogue.ts';
import { ANY_ENDPOINT } from './entries/endpoints.ts';
import type { ThrownError } from './key-of.ts';

/** Longer descriptions are cut: a list of eID services has many. */
const LONGEST = 300;

/** What a timeline says about an error beyond its key. Neither part has a value of the request. */
export function findingOf(error: ThrownError, key: string): ErrorFinding {
  const fault = faultIn(error, key);
  const reason = error.reason ?? fault?.reason ?? reasonIn(error, key);
  const said = saidIn(error, key);
  const facts = error.facts ?? fault?.facts;
  return { ...(reason && { reason }), ...(facts && { facts }), ...(said && { said }) };
}

/** The entries of the library whose answers keep the cause to themselves. */
const SILENT: readonly string[] = [
  'grant-invalid',
  'access-token-invalid',
  'client-authentication-failed',
  'request-object-signature',
  'request-object-claims',
];

/** The library's own texts, and ours, for the log alone. The most exact pattern comes first. */
const REASONS: readonly (readonly [RegExp, RefusalReason])[] = [
  [/no such request of this client/, 'request-unknown'],
  [/already (?:been )?consumed|used up/, 'code-used'],
  [/code not found/, 'code-unknown'],
  [/grant not found|grant is expired|associated account/, 'grant-withdrawn'],
  [/code is expired/, 'code-expired'],
  [/redirect_uri mismatch/, 'redirect-uri-differs'],
  [/code_verifier must be provided/, 'verifier-missing'],
  [/unsupported code_challenge_method/, 'verifier-unexpected'],
  [/code_challenge/, 'verifier-differs'],
  [/client (?:is (?:unknown|invalid)|not found)/, 'client-unknown'],
  [/client mismatch/, 'code-of-other-client'],
  [/invalid secret/, 'secret-wrong'],
  [/authentication mechanism/, 'method-not-set-up'],
  [/jwt issuer/, 'jwt-issuer'],
  [/jwt audience/, 'jwt-audience'],
  [/jwt (?:expired|not active|issued in the future)|timestamp/, 'jwt-expired'],
  [/signature|no (?:applicable|matching) key|JWKS/i, 'jwt-signature'],
];

/** The kind of a defect, and the state of a database that cannot serve. */
function faultIn(error: ThrownError, key: string): ErrorFinding | undefined {
  if (serviceUnavailableIn(error) !== undefined) return databaseState(error);
  return key === ANY_ENDPOINT.fault.key ? faultKind(error) : undefined;
}

function reasonIn(error: ThrownError, key: string): RefusalReason | undefined {
  const unavailable = serviceUnavailableIn(error);
  if (unavailable !== undefined) {
    return /database .*answer/.test(unavailable.message) ? 'database-away' : 'overloaded';
  }
  const { error_detail: detail = '' } = error;
  if (!SILENT.includes(key)) return undefined;
  return REASONS.find(([pattern]) => pattern.test(detail))?.[1];
}

/** The description as it was sent, when the catalogue's has places for values. */
function saidIn({ error_description: sent }: ThrownError, key: string): string | undefined {
  const hasValues = entryNamed(key)?.description?.includes('{') === true;
  return hasValues ? sent?.replace(QUOTED_JWT, 'it is no JWT').slice(0, LONGEST) : undefined;
}

/** The text of a parser that repeats a part of what it could not read. */
const QUOTED_JWT = /(?:Unexpected|Bad|Expected) .*(?:JSON|token).*$/;
