import type { Application } from '../../domain/application.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Limit, Use } from '../../ports/rate-limits.ts';
import type { Vault } from '../../ports/vault.ts';

/** Who asks for whom. */
export interface StartOfPerson {
  readonly domain: Pick<Domain, 'tenantId' | 'issuer'>;
  readonly application: Pick<Application, 'clientId'>;
  /** The national id. */
  readonly person: string;
}

/** How often one application may ask for one person: who failed tries again, nobody is worn down. */
const OF_APPLICATION: Limit = { most: 5, seconds: 5 * 60 };
/** All applications of a tenant together: several do not wear a person down either, and one alone shuts none out. */
const OF_TENANT: Limit = { most: 10, seconds: 5 * 60 };

/** What is counted of one person, whatever the flow. The number is never a key itself. */
export function startsOfPerson(
  vault: Pick<Vault, 'hash'>,
  { domain, application, person }: StartOfPerson,
): readonly Use[] {
  const client = JSON.stringify([domain.issuer, application.clientId]);
  const keyOf = (asker: string) =>
    `starts-of-person:${vault.hash(person, `starts-of-person:${asker}`)}`;
  return [
    { key: keyOf(client), limit: OF_APPLICATION },
    { key: keyOf(`tenant:${domain.tenantId}`), limit: OF_TENANT },
  ];
}
