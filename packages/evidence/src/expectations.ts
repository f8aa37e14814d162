import { createHash } from 'node:crypto';

import type { SignedData, TextFormat } from './evidence-document.ts';
import { demand } from './unverified.ts';

/** The expected content of the evidence. Undefined values are unknown and not compared. */
export interface Expected {
  readonly personalNumber: string | undefined;
  readonly requested: RequestedOrder | undefined;
  /** The organisation number of the service's client certificate. */
  readonly organisation: string | undefined;
}

/** The order that the person approved. */
export interface RequestedOrder {
  readonly operation: 'Identification' | 'Signing';
  /** SHA-256 of the visible data in base64, as it was sent; undefined: none was. */
  readonly visible: string | undefined;
  readonly nonVisible: string | undefined;
  readonly format: TextFormat;
}

/** A digest of a sent text, so that the text need not be stored. */
export function digestOf(sent: string): string {
  return createHash('sha256').update(sent).digest('base64url');
}

/** Step 7: the evidence is about this request of this service, by this person. @throws {Unverified} expectations */
export function checkExpectations(
  { signer, data }: { signer: string; data: SignedData },
  { personalNumber, requested, organisation }: Expected,
): void {
  const isSigner = personalNumber === undefined || signer === personalNumber;
  demand(isSigner, 'expectations', 'another person signed');
  if (requested !== undefined) checkRequested(data, requested);
  const isOurs = organisation === undefined || organisationIn(data) === organisation;
  demand(isOurs, 'expectations', 'another service asked');
}

function checkRequested(
  data: SignedData,
  { operation, visible, nonVisible, format }: RequestedOrder,
): void {
  demand(data.funcId === operation, 'expectations', 'another operation');
  // Without a text the evidence may contain an empty one.
  demand(isWhatWasSent(data.visible || undefined, visible), 'expectations', 'another text');
  const isSameData = isWhatWasSent(data.nonVisible || undefined, nonVisible);
  demand(isSameData, 'expectations', 'other non-visible data');
  demand((data.format ?? 'plaintext') === format, 'expectations', 'another format');
}

function isWhatWasSent(found: string | undefined, sent: string | undefined): boolean {
  return (found && digestOf(found)) === sent;
}

/** `cn=…,name=…,serialNumber=…,o=…,c=SE`; with a name that imitates a number there would be two. */
function organisationIn({ relyingParty }: SignedData): string | undefined {
  const numbers = [...relyingParty.name.matchAll(/(?<=^|,)serialNumber=([^,]*)(?=,|$)/gi)];
  return numbers.length === 1 ? numbers[0]?.[1] : undefined;
}
