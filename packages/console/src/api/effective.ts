import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';

/** A claim that an application may get from an eID. */
export interface EffectiveClaim {
  readonly name: string;
  readonly scope: string | null;
  readonly released: 'always' | 'sometimes' | 'on-request' | 'not-granted';
  readonly description: string | null;
  readonly example: unknown;
}

/** One way to log in, and what it releases. */
export interface EffectiveEid {
  readonly acr: string;
  readonly title: string;
  readonly level: string | null;
  readonly flows: readonly string[];
  readonly claims: readonly EffectiveClaim[];
}

/** What an application gets. */
export interface Effective {
  readonly settings: Readonly<Record<string, unknown>>;
  /** The settings that have their default. */
  readonly defaults: readonly string[];
  readonly clientAuthentication: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly issuers: readonly {
    readonly issuer: string;
    readonly endpoints: Readonly<Record<string, string>>;
    readonly eids: readonly EffectiveEid[];
  }[];
}

/** What an application gets, with all defaults filled in. A write of the application makes it stale. */
export function effectiveQuery(tenant: string, clientId: string) {
  return queryOptions({
    queryKey: ['/api/tenants/{tenant}/applications', tenant, 'effective', clientId],
    queryFn: async (): Promise<Effective> =>
      (await bodyOf(
        api.GET('/api/tenants/{tenant}/applications/{clientId}/effective', {
          params: { path: { tenant, clientId } },
        }),
      )) as Effective,
  });
}
