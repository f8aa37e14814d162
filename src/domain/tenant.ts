import type { Acr } from './acr.ts';

/** Whether real people log in here. Simulators and the implicit flow are for test domains only. */
export type Environment = 'test' | 'production';

/** One issuer: the host name a tenant's applications talk to. */
export interface Domain {
  readonly tenantId: string;
  /** Origin without a path or a trailing slash, for example `https://login.example.com`. */
  readonly issuer: string;
  readonly environment: Environment;
  /** How long a person stays logged in here, in seconds; undefined: every request needs its own login. */
  readonly singleSignOn: number | undefined;
  /** The eIDs offered here, in the order in which discovery lists them. */
  readonly acrValues: readonly Acr[];
}
