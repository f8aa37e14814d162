import { createHash, verify, type X509Certificate } from 'node:crypto';

import { readCertificates } from '@eid-broker/evidence/read-roots';

import { isJsonObject, type JsonObject, parseJsonObject } from '../../../domain/json.ts';
import type { EvidenceReport, HeldEvidence, OfflineEvidence } from '../offline-evidence.ts';

/** Evidence of Freja in the claims of a token: its signed result. */
export const frejaEvidence: OfflineEvidence = {
  isIn: (claims) => resultIn(claims) !== undefined,

  whereRootsAre:
    'Freja publishes its certificates for signed results to relying parties: compare their fingerprints over a second way. A simulated Freja has its own.',

  trusting(pem) {
    const certificates = readCertificates(pem);
    return certificates && ((held) => verifyHeld(held, certificates));
  },
};

/** The parts of a compact JWS. */
interface Result {
  readonly header: JsonObject;
  readonly payload: JsonObject;
  readonly signed: Buffer;
  readonly signature: Buffer;
}

function verifyHeld(held: HeldEvidence, certificates: readonly X509Certificate[]): EvidenceReport {
  const result = resultIn(held.claims);
  if (result === undefined) return failed('form', 'there is no evidence');
  const { header, payload, signed, signature } = result;
  const certificate = certificates.find(
    ({ raw }) => createHash('sha1').update(raw).digest('base64url') === header.x5t,
  );
  if (certificate === undefined) return failed('chain', 'an unknown certificate signed it');
  if (header.alg !== 'RS256' || !verify('sha256', signed, certificate.publicKey, signature)) {
    return failed('signature', 'the signature does not hold');
  }
  const { relyingPartyUserId } = held.claims;
  const attributes = isJsonObject(payload.requestedAttributes) ? payload.requestedAttributes : {};
  if (attributes.relyingPartyUserId !== relyingPartyUserId) {
    return failed('expectations', 'it is about another person');
  }
  if (held.text !== undefined && held.text !== textIn(payload)) {
    return failed('expectations', 'another text was shown');
  }
  if (held.now !== undefined && !isNew(payload, held.now)) {
    return failed('expectations', 'it is not new');
  }
  return reportOf(payload);
}

/** Freja's clock and ours may differ. */
const NEW_MILLISECONDS = 5 * 60_000;

function isNew({ timestamp }: JsonObject, now: Date): boolean {
  return typeof timestamp === 'number' && Math.abs(now.getTime() - timestamp) <= NEW_MILLISECONDS;
}

function reportOf(payload: JsonObject): EvidenceReport {
  const { timestamp, status = '', minRegistrationLevel = '' } = payload;
  const approvedAt =
    typeof timestamp === 'number' ? new Date(timestamp).toISOString() : 'an unknown time';
  const shown = textIn(payload);
  return {
    holds: true,
    facts: {
      status,
      approvedAt,
      minRegistrationLevel,
      ...(shown !== undefined && { text: shown }),
    },
    texts: [
      `Freja signed: ${String(status)}, at ${approvedAt}`,
      `level of registration: ${String(minRegistrationLevel)} at least`,
      ...(shown === undefined ? [] : [`text: ${shown}`]),
    ],
  };
}

/** The text that the person signed. */
function textIn({ signatureData }: JsonObject): string | undefined {
  if (!isJsonObject(signatureData) || typeof signatureData.userSignature !== 'string') {
    return undefined;
  }
  const [, content = ''] = signatureData.userSignature.split('.');
  const text = Buffer.from(content, 'base64url').toString('utf8');
  const member = parseJsonObject(text)?.text;
  return typeof member === 'string' ? Buffer.from(member, 'base64').toString('utf8') : text;
}

function resultIn({ evidence, ocspResponse }: JsonObject): Result | undefined {
  if (typeof evidence !== 'string' || ocspResponse !== undefined) return undefined;
  const [header = '', payload = '', signature, ...more] = evidence.split('.');
  if (signature === undefined || more.length > 0) return undefined;
  const [head, body] = [header, payload].map((part) =>
    parseJsonObject(Buffer.from(part, 'base64url').toString('utf8')),
  );
  if (head === undefined || body === undefined) return undefined;
  const signed = Buffer.from(`${header}.${payload}`);
  return { header: head, payload: body, signed, signature: Buffer.from(signature, 'base64url') };
}

function failed(step: string, reason: string): EvidenceReport {
  return { holds: false, step, reason };
}
