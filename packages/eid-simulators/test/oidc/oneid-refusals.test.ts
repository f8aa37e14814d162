import { describeRefusals } from './refusals.ts';

const PRODUCT = 'oneid:product:simulated';
const description = 'scope must have one product';

describeRefusals({
  profile: 'oneid',
  parameters: { scope: `openid ${PRODUCT} profile` },
  clientAuthentication: 'client_secret_basic',
  demandsPkce: true,
  paths: { authorization: '/authorize', token: '/token' },
  refused: [
    {
      why: 'no product',
      changes: { scope: 'openid profile' },
      error: 'invalid_request',
      description,
    },
    {
      why: 'an unknown product',
      changes: { scope: 'openid oneid:product:other' },
      error: 'invalid_scope',
    },
    {
      why: 'a product without openid',
      changes: { scope: PRODUCT },
      error: 'invalid_request',
    },
  ],
});
