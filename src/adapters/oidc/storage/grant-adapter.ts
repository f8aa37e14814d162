import Provider, { type Adapter } from 'oidc-provider';

import { lifetimes, secondsOf } from '../../../domain/lifetimes.ts';
import { SCOPES } from '../../../domain/scope.ts';
import type { Domain } from '../../../domain/tenant.ts';
import { isStillAllowed } from '../../../flows/polling/is-still-allowed.ts';
import type { Configuration } from '../../../ports/directory.ts';
import type { Pseudonyms } from '../../../ports/pseudonyms.ts';
import { forgetfulAdapter } from './forgetful-adapter.ts';
import type { RequestMemo } from './request-memo.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly memo: RequestMemo;
  readonly pseudonyms: Pseudonyms;
}

/**
 * The library's grants are a reading of our authentications: nothing is stored for them. The eID login
 * is the whole consent; which claims leave is decided by the scope of the code and the token. Nothing is
 * granted any more once the application may not use that eID.
 */
export function grantAdapter({ domain, configuration, memo, pseudonyms }: Deps): Adapter {
  return {
    ...forgetfulAdapter(),
    async find(id) {
      const { ctx } = Provider;
      if (ctx === undefined) return undefined;
      const login = await memo.find(ctx.req, id);
      if (login?.progress.state !== 'identified' || login.handedOutAt === undefined)
        return undefined;
      if (!isStillAllowed(login, configuration)) return undefined;
      const { scheme, nationalId } = login.progress.identity;
      const issuedAt = secondsOf(login.handedOutAt);
      return {
        kind: 'Grant',
        jti: login.id,
        accountId: await pseudonyms.subjectOf(domain.tenantId, scheme, nationalId),
        clientId: login.clientId,
        openid: { scope: SCOPES.join(' ') },
        iat: issuedAt,
        exp: issuedAt + lifetimes.retention,
      };
    },
  };
}
