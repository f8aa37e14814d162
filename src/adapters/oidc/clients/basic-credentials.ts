import type { IncomingHttpHeaders } from 'node:http';

import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { ClientSecrets } from './client-credentials.ts';

/** In encoded characters. No application has a longer client id. */
const MAX_CLIENT_ID_LENGTH = 3 * 255;

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly secrets: ClientSecrets;
}

/** One reading of the text of a Basic header. */
interface CredentialsReading {
  readonly clientId: string;
  readonly secret: string;
}

/**
 * Accepts Basic credentials that were not form-encoded (RFC 6749 §2.3.1), as many SDKs send them: client ids with
 * colons, secrets with `+` and `%`. The specified reading comes first. Another one replaces it when it is the only one
 * with a right secret. The answer to a wrong secret therefore reveals nothing of the readings.
 */
export function makeEncodeRawBasic(deps: Deps) {
  return function encodeRawBasic(headers: IncomingHttpHeaders): void {
    const text = basicText(headers.authorization);
    const reading = text === undefined ? undefined : rightReading(text, deps);
    if (reading !== undefined) headers.authorization = specified(reading);
  };
}

/** Undefined when the specified reading is the one to validate. */
function rightReading(
  text: string,
  { domain, configuration, secrets }: Deps,
): CredentialsReading | undefined {
  const isKnown = (clientId: string) => configuration.application(domain, clientId) !== undefined;
  const matches = ({ clientId, secret }: CredentialsReading) => secrets.matches(clientId, secret);
  const asSpecified = specifiedReading(text);
  // An unknown client costs the same work.
  if (asSpecified !== undefined && matches(asSpecified)) return undefined;
  const isOther = (one: CredentialsReading) =>
    one.clientId !== asSpecified?.clientId || one.secret !== asSpecified.secret;
  const right = otherReadings(text, isKnown).filter(isOther).filter(matches);
  return new Set(right.map(({ clientId }) => clientId)).size === 1 ? right[0] : undefined;
}

/** Undefined when it cannot be decoded. */
function specifiedReading(text: string): CredentialsReading | undefined {
  const colon = text.indexOf(':');
  const clientId = formDecoded(text.slice(0, colon));
  const secret = formDecoded(text.slice(colon + 1));
  return clientId === undefined || secret === undefined ? undefined : { clientId, secret };
}

/** Every split at a colon behind a client id, each side as it is and decoded. */
function otherReadings(text: string, isKnown: (clientId: string) => boolean): CredentialsReading[] {
  const colons = [...text.slice(0, MAX_CLIENT_ID_LENGTH + 1).matchAll(/:/g)];
  return colons.flatMap(({ index }) => {
    const clientIds = spellingsOf(text.slice(0, index)).filter(isKnown);
    if (clientIds.length === 0) return [];
    const secrets = spellingsOf(text.slice(index + 1));
    return clientIds.flatMap((clientId) => secrets.map((secret) => ({ clientId, secret })));
  });
}

function spellingsOf(text: string): string[] {
  const decoded = formDecoded(text);
  return decoded === undefined || decoded === text ? [text] : [text, decoded];
}

/** Undefined for another scheme, for text that is not Base64, and for text without a colon. */
function basicText(authorization: string | undefined): string | undefined {
  const [, encoded] = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  return text.includes(':') ? text : undefined;
}

function specified({ clientId, secret }: CredentialsReading): string {
  const text = `${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
