import type { Application } from '../../domain/application.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Limit, Use } from '../../ports/rate-limits.ts';
import type { Vault } from '../../ports/vault.ts';

/** Who asks for whom. */
export interface StartOfPerson {
  readonly domain: Pick<Domain, 'issuer'>;
  readonly application: Pick<Application, 'clientId'>;
  /** The national id. */
  readonly person: string;
}

/** How often one application may ask for one person: who failed tries again, nobody is worn down. */
const PER_PERSON: Limit = { most: 5, seconds: 5 * 60 };

/** What is counted of one application and one person, whatever the flow. The number is never a key itself. */
export function startsOfPerson(
  vault: Pick<Vault, 'hash'>,
  { domain, application, person }: StartOfPerson,
): Use {
  const client = JSON.stringify([domain.issuer, application.clientId]);
  const hash = vault.hash(person, `starts-of-person:${client}`);
  return { key: `starts-of-person:${hash}`, limit: PER_PERSON };
}
