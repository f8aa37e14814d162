import type { Acr } from './acr.ts';
import type { Device } from './authentication.ts';
import type { Branding } from './branding.ts';

/** The use of a domain: real people log in on production domains. Simulators and the implicit flow are for test domains. */
export type Environment = 'test' | 'production';

/** The rate limits of one person on a domain. */
export interface DomainLimits {
  /** Starts by one application that name the person to the eID, in 5 minutes. All of the tenant's: twice as many. */
  readonly startsPerPerson: number;
  /** Silent logins from a session, in 20 minutes. */
  readonly silentAnswersPerPerson: number;
}

/** The limits of a domain that sets none, and the highest limits of a production domain. */
export const DEFAULT_LIMITS: DomainLimits = { startsPerPerson: 5, silentAnswersPerPerson: 6 };

/** One issuer: the host name that a tenant's applications use. */
export interface Domain {
  readonly tenantId: string;
  /** Origin without a path or a trailing slash, for example `https://login.example.com`. */
  readonly issuer: string;
  readonly environment: Environment;
  /** How long a person stays logged in here, in seconds; undefined: every request needs its own login. */
  readonly singleSignOn: number | undefined;
  /** The same after a login on another device; absent: such a login begins no session. */
  readonly singleSignOnOtherDevice?: number | undefined;
  readonly limits: DomainLimits;
  /** The tenant's looks, with those of the domain. */
  readonly branding?: Branding | undefined;
  /** The eIDs offered here, in the order in which discovery lists them. */
  readonly acrValues: readonly Acr[];
}

/**
 * The seconds of a session after a login on this device; undefined: the login begins no session. A QR code can be
 * relayed, so the browser that shows it may be another person's.
 */
export function sessionSeconds(
  { singleSignOn, singleSignOnOtherDevice }: Domain,
  device: Device | undefined,
): number | undefined {
  if (singleSignOn === undefined || device === 'same') return singleSignOn;
  return singleSignOnOtherDevice && Math.min(singleSignOnOtherDevice, singleSignOn);
}
