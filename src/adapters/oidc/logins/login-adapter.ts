import Provider, { type Adapter } from 'oidc-provider';

import type { CurrentLogins } from './current-logins.ts';

interface Deps {
  /** Where logins are kept. */
  readonly logins: Adapter;
  readonly currentLogins: CurrentLogins;
}

/** Logins. One that ended well stays until its result is given away, whatever the library thinks. */
export function loginAdapter({ logins, currentLogins }: Deps): Adapter {
  return {
    ...logins,
    async find(id) {
      const request = Provider.ctx?.req;
      const login = request ? currentLogins.findOnce(request, id) : currentLogins.find(id);
      return (await login)?.payload;
    },
    async destroy(id) {
      const result = Provider.ctx?.oidc.entities.Interaction?.result;
      if (result?.login === undefined) await logins.destroy(id);
    },
  };
}
