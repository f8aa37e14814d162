import Provider, { type Adapter } from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/directory.ts';
import { isStillGood } from '../requests/is-still-good.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  /** Where logins are kept. */
  readonly logins: Adapter;
}

/**
 * Logins. One that ended well stays until its result is given away, whatever the library thinks. One that its
 * application may not ask for any more is as good as none.
 */
export function loginAdapter({ domain, configuration, logins }: Deps): Adapter {
  return {
    ...logins,
    async find(id) {
      const login = await logins.find(id);
      const params = login?.params as Parameters<typeof isStillGood>[0] | undefined;
      return params && isStillGood(params, { domain, configuration }) ? login : undefined;
    },
    async destroy(id) {
      const result = Provider.ctx?.oidc.entities.Interaction?.result;
      if (result?.login === undefined) await logins.destroy(id);
    },
  };
}
