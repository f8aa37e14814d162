import type { Environment } from '../../domain/tenant.ts';
import { listAt, memberAt } from './loose-values.ts';

/** The environment of an unchecked domain: whatever is not `test` is held to production's rules. */
export function environmentOf(domain: unknown): Environment {
  return memberAt(domain, 'environment') === 'test' ? 'test' : 'production';
}

/** The environments of the domains that an application may use. */
export function usedEnvironments(
  application: unknown,
  domains: readonly unknown[],
): readonly Environment[] {
  const own = listAt(application, 'issuers');
  const used = domains.filter((domain) => {
    return own.length === 0 || own.includes(memberAt(domain, 'issuer'));
  });
  return used.map(environmentOf);
}

/** An application that serves one production domain is held to production's rules. */
export function strictestEnvironment(
  application: unknown,
  domains: readonly unknown[],
): Environment {
  return usedEnvironments(application, domains).includes('production') ? 'production' : 'test';
}

/** Whether an eID of a tenant serves one of its production domains. */
export function servesProduction(eid: unknown, domains: readonly unknown[]): boolean {
  const isThere = domains.some((domain) => environmentOf(domain) === 'production');
  return isThere && memberAt(eid, 'environment') !== 'test';
}
