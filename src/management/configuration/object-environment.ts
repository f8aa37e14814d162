import { environmentOf } from '../../domain/administrator.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Environment } from '../../domain/tenant.ts';
import { type ObjectList, objectsIn } from './tenant-objects.ts';

/** The environment in which an object has its effect: `production` when it reaches any production domain of the tenant. */
export function environmentOfObject(
  list: ObjectList,
  object: JsonObject,
  tenant: JsonObject,
): Environment {
  const domains = objectsIn(tenant, 'domains').map(({ issuer, environment }) => ({
    issuer: String(issuer),
    environment: environment === 'test' ? ('test' as const) : ('production' as const),
  }));
  switch (list) {
    case 'domains':
      return object.environment === 'test' ? 'test' : 'production';
    case 'eids':
      return object.environment === 'test' ? 'test' : environmentOf(undefined, domains);
    case 'applications': {
      const { issuers } = object;
      return environmentOf(Array.isArray(issuers) ? issuers.map(String) : undefined, domains);
    }
    case 'webhooks':
      return environmentOf(undefined, domains);
  }
}

/** The stricter of several environments. */
export function strictest(...environments: readonly Environment[]): Environment {
  return environments.includes('production') ? 'production' : 'test';
}
