import { readCertificates } from '@eid-broker/evidence/read-roots';

import { isFromSimulator } from '../https/client-certificate.ts';

/** The settings that lead to an environment. */
export interface EnvironmentSettings {
  readonly environment?: 'production' | 'test' | undefined;
  /** Only a simulator has an address of its own. */
  readonly apiUrl?: string | undefined;
  /** PEM of the authorities that issue persons' certificates. */
  readonly personAuthorities: string;
}

/** True for an environment that identifies people that do not exist: by its name, address or authorities. */
export function isTestEnvironment(settings: EnvironmentSettings): boolean {
  const { environment, apiUrl, personAuthorities } = settings;
  const authorities = readCertificates(personAuthorities) ?? [];
  const areOfTests = authorities.some(
    (one) => isFromSimulator(one) || /\btest\b/i.test(one.subject),
  );
  return environment === 'test' || apiUrl !== undefined || areOfTests;
}
