import type { EidEnvironment } from '../../domain/configuration.ts';
import { daysUntil } from '../../domain/lifetimes.ts';
import type { GivenCertificate, InspectedCertificate } from '../../ports/eid.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { StoredObjects } from '../../ports/stored-objects.ts';
import type { Vault } from '../../ports/vault.ts';
import { openedSettings } from '../configuration/sealed-configuration.ts';
import { UnknownObject } from '../configuration/tenant-objects.ts';

/** The eID has no client certificate. */
export class NoCertificate extends Error {}

/** An eID that can say what a certificate is. */
export interface InspectingEid {
  readonly offer: { readonly name: string };
  readonly certificateChecks?: {
    inspect(
      certificate: GivenCertificate,
      settings: unknown,
      use: { readonly now: Date; readonly environment: EidEnvironment },
    ): Promise<InspectedCertificate>;
  };
}

interface Deps {
  readonly storedObjects: Pick<StoredObjects, 'tenantFrame'>;
  readonly eids: readonly InspectingEid[];
  readonly vault: Vault;
  readonly clock: Clock;
}

/** What the certificate is, and the days that it is still valid. */
export interface Inspection extends InspectedCertificate {
  /** Undefined: none could be read. */
  readonly daysLeft: number | undefined;
}

/**
 * Says what a certificate is before it is put into the settings of an eID, which may be stored or not. Nothing is stored.
 * `key`: `name` or `name:environment`.
 * @throws {UnknownObject} no such tenant or eID
 * @throws {NoCertificate}
 */
export type InspectCertificate = (
  tenantId: string,
  key: string,
  certificate: GivenCertificate,
) => Promise<Inspection>;

/** Makes the inspection. */
export function makeInspectCertificate(deps: Deps): InspectCertificate {
  const { storedObjects, eids, vault, clock } = deps;

  return async function inspectCertificate(tenantId, key, certificate) {
    const tenant = await storedObjects.tenantFrame(tenantId);
    if (tenant === undefined) throw new UnknownObject('there is no such tenant');
    const [name = '', environment = 'both'] = key.split(':') as [string?, EidEnvironment?];
    const known = eids.find(({ offer }) => offer.name === name);
    if (known === undefined) throw new UnknownObject(`there is no such eID: ${name}`);
    if (known.certificateChecks === undefined) {
      throw new NoCertificate(`the eID ${name} has no client certificate`);
    }
    const stored = tenant.eids.find((one) => one.eid === name && one.environment === environment);
    const settings = stored && openedSettings(tenantId, stored, vault);
    const now = clock();
    const found = await known.certificateChecks.inspect(certificate, settings, {
      now,
      environment,
    });
    const end = found.certificate?.notAfter;
    return { ...found, daysLeft: end && daysUntil(end, now) };
  };
}
