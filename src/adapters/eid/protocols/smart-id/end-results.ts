import type { Ending } from '../../../../domain/progress.ts';

const ENDINGS: ReadonlyMap<string, Ending> = new Map([
  ['USER_REFUSED', 'declined'],
  ['USER_REFUSED_INTERACTION', 'declined'],
  ['USER_REFUSED_CERT_CHOICE', 'declined'],
  ['TIMEOUT', 'expired'],
  ['DOCUMENT_UNUSABLE', 'blocked'],
  ['ACCOUNT_UNUSABLE', 'blocked'],
  ['WRONG_VC', 'failed'],
  ['REQUIRED_INTERACTION_NOT_SUPPORTED_BY_APP', 'app-unable'],
  ['PROTOCOL_FAILURE', 'failed'],
  ['EXPECTED_LINKED_SESSION', 'failed'],
  ['SERVER_ERROR', 'failed'],
]);

/** Why a session ended. An unknown result is a failure without a better name. */
export function endingOf(endResult: string): Ending {
  return ENDINGS.get(endResult) ?? 'failed';
}

/** Reads a word of an answer; it is passed on to applications as it is. */
export function parseWord(value: unknown): string {
  return typeof value === 'string' && /^[A-Za-z_]{1,64}$/.test(value) ? value : 'unknown';
}
