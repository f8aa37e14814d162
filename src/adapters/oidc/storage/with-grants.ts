import Provider from 'oidc-provider';

import type { Artifacts } from '../../../ports/artifacts.ts';
import type { Redemptions } from '../../../ports/redemptions.ts';
import type { RequestMemo } from './request-memo.ts';

interface Deps {
  readonly artifacts: Artifacts;
  readonly redemptions: Pick<Redemptions, 'findWithGrant'>;
  readonly memo: RequestMemo;
}

/** The same artifacts. Whoever finds one asks next for the attempt that is its grant: it is read with it. */
export function withGrants({ artifacts, redemptions, memo }: Deps): Artifacts {
  return {
    ...artifacts,
    async find(kind, id) {
      const found = await redemptions.findWithGrant(kind, id);
      const { ctx } = Provider;
      if (found?.grant !== undefined && ctx !== undefined) memo.remember(ctx.req, found.grant);
      return found?.artifact;
    },
  };
}
