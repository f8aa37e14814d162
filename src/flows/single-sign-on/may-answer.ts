import type { Acr } from '../../domain/acr.ts';
import { rulesOf } from '../../domain/eid-rules.ts';
import type { Intent } from '../../domain/intent.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import { SCOPES_OF_ONE_USE } from '../../domain/scope.ts';
import type { RememberedLogin } from './remembered-logins.ts';

/** What of a request decides whether a session may answer it. */
export interface SessionRequest {
  readonly acr: Acr;
  readonly intent: Intent;
  /** As granted. */
  readonly scope: readonly string[];
  /** The longest time since the person used the eID, in seconds; undefined: as long as the session lasts. */
  readonly maxAge: number | undefined;
}

/**
 * True when what the session remembers is all that the request wants. Whatever asks the person to do something
 * (sign, approve, read a text), or describes one use of the eID (evidence, risk), wants the eID itself.
 */
export function mayAnswer(
  login: RememberedLogin,
  { acr, intent, scope, maxAge }: SessionRequest,
  { now, lasts }: { readonly now: Date; readonly lasts: number },
): boolean {
  if (secondsAfter(login.at, lasts) <= now) return false;
  if (maxAge !== undefined && secondsAfter(login.at, maxAge) < now) return false;
  if (scope.some((name) => SCOPES_OF_ONE_USE.includes(name))) return false;
  return satisfies(login.acr, acr) && isPlain(intent) && isMeant(login, intent);
}

/** The same eID service, or a device of it that the requested name leaves open. */
function satisfies(used: Acr, requested: Acr): boolean {
  if (used === requested) return true;
  return rulesOf(requested).variantsAreDevices && used.startsWith(`${requested}:`);
}

function isPlain({ kind, action, text }: Intent): boolean {
  return kind === 'authentication' && action === 'login' && text === undefined;
}

function isMeant({ identity }: RememberedLogin, { person }: Intent): boolean {
  return person === undefined || person === identity.nationalId;
}
