import { boolean, string } from 'yup';

import { APPLICATION_DEFAULTS } from '../../domain/application-defaults.ts';
import { wholeNumber } from './whole-number.ts';

/** Settings of the flows without a browser: CIBA and headless. */
export const polledSettings = {
  backchannelTokenDeliveryMode: string()
    .oneOf(['poll'] as const, 'must be poll: ping and push are not offered')
    .default('poll')
    .meta({ doc: 'How tokens of CIBA requests are delivered: `poll`, nothing else.' }),
  backchannelRequestSigningAlg: string()
    .oneOf(['RS256', 'PS256', 'ES256'] as const, 'must be RS256, PS256 or ES256')
    .meta({
      doc: 'CIBA requests must be signed, with this algorithm: `RS256`, `PS256` or `ES256`. Needs keys.',
      missing: 'none: they need not be signed',
    }),
  defaultCallInitiator: string()
    .oneOf(['RP', 'user'] as const, 'must be RP or user')
    .meta({
      doc: 'Who placed the call, for CIBA requests that do not say: `RP` or `user`.',
      missing: 'none: the request must say',
    }),
  phoneStartsPerMinute: wholeNumber(1, 100_000)
    .default(APPLICATION_DEFAULTS.phoneStartsPerMinute)
    .meta({ doc: 'How many CIBA requests it may start a minute: 1 to 100000.' }),
  requireEndUserIp: boolean().default(APPLICATION_DEFAULTS.requireEndUserIp).meta({
    doc: "A headless request must name the person's address (`end_user_ip`); otherwise the caller's is taken for it.",
  }),
};
