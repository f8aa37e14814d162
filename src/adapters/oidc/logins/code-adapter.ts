import Provider, { type Adapter, errors } from 'oidc-provider';

import type { ArtifactName, Artifacts } from '../../../ports/artifacts.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Redemptions } from '../../../ports/redemptions.ts';
import { artifactOf } from '../storage/artifact-of.ts';
import type { Exchange, Exchanges } from '../storage/exchanges.ts';
import { withoutUnread } from '../storage/without-unread.ts';
import type { GiveResult } from './give-result.ts';

interface Deps {
  /** What they are called where they are kept. */
  readonly kind: string;
  readonly codes: Adapter;
  readonly giveResult: GiveResult;
  readonly exchanges: Exchanges;
  readonly artifacts: Pick<Artifacts, 'consume'>;
  readonly redemptions: Pick<Redemptions, 'redeem'>;
  readonly clock: Clock;
}

/**
 * Codes. Storing one hands the result of its login out. The library consumes a code when all is checked, and then
 * stores the access token: the code is used up with that, so that no fault comes between.
 */
export function codeAdapter(deps: Deps): Adapter {
  const { kind, codes, giveResult, exchanges, clock } = deps;
  return {
    ...codes,

    async upsert(id, payload, expiresIn) {
      const code = { id, payload: withoutUnread(payload), expiresIn };
      const { grantId = '', clientId = '' } = payload;
      await giveResult(grantId, clientId, artifactOf(kind, code, clock()));
    },

    async consume(id) {
      const { ctx } = Provider;
      if (ctx === undefined) throw new Error('a code is used up for nothing');
      exchanges.begin(ctx.req, exchangeOf({ kind, id }, deps));
    },
  };
}

function exchangeOf(code: ArtifactName, { redemptions, artifacts, clock }: Deps): Exchange {
  return {
    async store(token) {
      if (await redemptions.redeem(code, clock(), token)) return;
      throw new errors.InvalidGrant('the code was used up');
    },
    async forgo() {
      await artifacts.consume(code.kind, code.id, clock());
    },
  };
}
