import { X509Certificate } from 'node:crypto';

import { decodeJwt } from 'jose';

import type { JsonObject } from '../../../../domain/json.ts';
import type { EidCertificate } from '../../../../ports/eid.ts';
import { keysOf } from './row-settings.ts';
import { privateKeyOf, type Settings } from './settings.ts';

/** What ends in validated settings: keys that name an end, or have a certificate (`x5c`), and the entity statement. */
export function endingsIn(tenant: Settings): readonly EidCertificate[] {
  const { decryptionKeys, providerKeys, entityStatement } = tenant;
  const own = [privateKeyOf(tenant) ?? [], keysOf(decryptionKeys)].flat();
  return [
    ...own.flatMap((key) => endingsOf('own-key', key)),
    ...keysOf(providerKeys).flatMap((key) => endingsOf('provider-key', key)),
    ...(entityStatement === undefined ? [] : endingOfStatement(entityStatement)),
  ];
}

/** The member `exp` is in seconds, as in tokens. */
function endingsOf(use: EidCertificate['use'], { kid, x5c, exp }: JsonObject): EidCertificate[] {
  const [leaf] = Array.isArray(x5c) ? x5c : [];
  const ends = [
    typeof exp === 'number' ? new Date(exp * 1000) : undefined,
    typeof leaf === 'string' ? endOfCertificate(leaf) : undefined,
  ];
  return ends.flatMap((expiresAt) =>
    isMoment(expiresAt) ? [{ use, name: String(kid), expiresAt }] : [],
  );
}

function endOfCertificate(base64: string): Date | undefined {
  try {
    return new Date(new X509Certificate(Buffer.from(base64, 'base64')).validTo);
  } catch {
    return undefined;
  }
}

function endingOfStatement(statement: string): EidCertificate[] {
  try {
    const { iss = '', exp } = decodeJwt(statement);
    const expiresAt = exp === undefined ? undefined : new Date(exp * 1000);
    return isMoment(expiresAt) ? [{ use: 'entity-statement', name: iss, expiresAt }] : [];
  } catch {
    // The login says that it is no statement.
    return [];
  }
}

function isMoment(at: Date | undefined): at is Date {
  return at !== undefined && !Number.isNaN(at.getTime());
}
