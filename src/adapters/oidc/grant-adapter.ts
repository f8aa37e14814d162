import Provider, { type Adapter } from 'oidc-provider';

import { lifetimes } from '../../domain/lifetimes.ts';
import { SCOPES } from '../../domain/scope.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Pseudonyms } from '../../ports/pseudonyms.ts';
import { forgetfulAdapter } from './artifact-adapter.ts';
import type { RequestMemo } from './request-memo.ts';

interface Deps {
  readonly domain: Domain;
  readonly memo: RequestMemo;
  readonly pseudonyms: Pseudonyms;
}

/**
 * The library's grants are a reading of our authentications: nothing is stored for them. The eID login
 * is the whole consent; which claims leave is decided by the scope of the code and the token.
 */
export function grantAdapter({ domain, memo, pseudonyms }: Deps): Adapter {
  return {
    ...forgetfulAdapter(),
    async find(id) {
      const { ctx } = Provider;
      if (ctx === undefined) return undefined;
      const login = await memo.find(ctx.req, id);
      if (login?.progress.state !== 'identified' || login.handedOutAt === undefined)
        return undefined;
      const { scheme, nationalId } = login.progress.identity;
      const issuedAt = Math.floor(+login.handedOutAt / 1000);
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
