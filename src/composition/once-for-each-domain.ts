import type { Domain } from '../domain/tenant.ts';
import type { Configuration } from '../ports/configuration.ts';

/** Makes what one domain is served with, from one state of the configuration. */
export type OfDomain<Made> = (domain: Domain, configuration: Configuration) => Promise<Made>;

/** The same, made once: it lasts as long as the configuration. A making that fails is tried again. */
export function onceForEachDomain<Made>(make: OfDomain<Made>): OfDomain<Made> {
  const made = new WeakMap<Configuration, Map<string, Promise<Made>>>();
  return (domain, configuration) => {
    const ofDomains = made.get(configuration) ?? new Map<string, Promise<Made>>();
    made.set(configuration, ofDomains);
    const known = ofDomains.get(domain.issuer);
    if (known !== undefined) return known;
    const making = make(domain, configuration);
    ofDomains.set(domain.issuer, making);
    making.catch(() => ofDomains.delete(domain.issuer));
    return making;
  };
}
