import type { Acr } from '../../domain/acr.ts';
import type { Authentication } from '../../domain/authentication.ts';
import type { Intent } from '../../domain/intent.ts';
import type { Progress } from '../../domain/progress.ts';
import type { Configuration } from '../../ports/configuration.ts';

/** The parts of a request that decide which eID serves it. */
export type Requested = Pick<Authentication, 'issuer' | 'acr'> & { readonly intent?: Intent };

/**
 * The acr values of the eIDs that may identify the person for an eID without a counterpart: those that the issuer offers,
 * and the request's directive allows. Empty for any other eID.
 */
export function choicesOf(
  configuration: Configuration,
  { issuer, acr, intent }: Requested,
): readonly Acr[] {
  const through = configuration.catalogue.offerOf(acr)?.through;
  if (through === undefined) return [];
  const wanted = intent?.directives?.[through.directive];
  const allowed =
    wanted === undefined ? Object.values(through.acrValues).flat() : through.acrValues[wanted];
  return (allowed ?? []).filter(
    (one) => configuration.eid(issuer, one)?.variant.channels.browser !== undefined,
  );
}

/** The acr value of the eID that serves the request: the requested one, the person's choice, or the only choice. */
export function servingAcr(configuration: Configuration, requested: Requested): Acr {
  // The intent of most logins is not needed here, and reading it validates its hint.
  if (configuration.catalogue.offerOf(requested.acr)?.through === undefined) return requested.acr;
  const choices = choicesOf(configuration, requested);
  const via = requested.intent?.via;
  if (via !== undefined && choices.includes(via)) return via;
  const [only, ...others] = choices;
  return only === undefined || others.length > 0 ? requested.acr : only;
}

/** What the requested eID releases of the identity: for most eIDs all of it. */
export function releasedBy(
  { catalogue }: Configuration,
  { id, acr, scope, intent }: Pick<Authentication, 'id' | 'acr' | 'scope' | 'intent'>,
  answer: FinalAnswer,
  now: Date,
): FinalAnswer {
  const through = catalogue.offerOf(acr)?.through;
  if (through === undefined || answer.state === 'ended') return answer;
  const nationalNumber = intent.via && catalogue.offerOf(intent.via)?.nationalNumber;
  const identity = through.reduce(answer.identity, { attempt: id, scope, nationalNumber, now });
  if (identity === undefined) return { state: 'ended', why: 'lost', hintCode: 'incomplete' };
  return { state: 'identified', identity };
}

type FinalAnswer = Exclude<Progress, { readonly state: 'pending' }>;
