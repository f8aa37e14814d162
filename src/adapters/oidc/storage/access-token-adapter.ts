import Provider, { type Adapter } from 'oidc-provider';

import type { Clock } from '../../../ports/clock.ts';
import { artifactOf } from './artifact-of.ts';
import type { Exchanges } from './exchanges.ts';
import { withoutUnread } from './without-unread.ts';

interface Deps {
  /** What they are called where they are kept. */
  readonly kind: string;
  readonly tokens: Adapter;
  readonly exchanges: Exchanges;
  readonly clock: Clock;
}

/** Access tokens. Each is stored by the very statement that gives up what it was exchanged for. */
export function accessTokenAdapter({ kind, tokens, exchanges, clock }: Deps): Adapter {
  return {
    ...tokens,
    async upsert(id, payload, expiresIn) {
      const exchange = Provider.ctx && exchanges.take(Provider.ctx.req);
      if (exchange === undefined) throw new Error('an access token is stored for nothing');
      const token = { id, payload: withoutUnread(payload), expiresIn };
      await exchange.store(artifactOf(kind, token, clock()));
    },
  };
}
