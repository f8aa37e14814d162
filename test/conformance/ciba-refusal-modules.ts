import { type CibaClient, cibaClient } from './ciba-client.ts';
import type { ConformanceBroker } from './conformance-broker.ts';
import { checkRefusal } from './general-checks.ts';
import type { Module, Modules } from './run-plan.ts';

const OBJECT = 'fapi-ciba-id1-ensure-request-object';
const ASSERTION_RS256 = 'fapi-ciba-id1-ensure-client-assertion-signature-algorithm-in';
const NO_ASSERTION = 'fapi-ciba-id1-ensure-without-client-assertion-in';
const A_MINUTE = 60;

type Claims = Readonly<Record<string, unknown>>;

/** The modules of CIBA with requests that must be refused. */
export function cibaRefusalModules(broker: () => ConformanceBroker): Modules {
  const ciba = (which: 1 | 2 = 1) => cibaClient(broker(), broker().client('ciba', which));
  const now = () => Math.floor(Date.now() / 1000);

  const refusedWith =
    (claims: () => Claims): Module =>
    async () => {
      const request = await ciba().request({ claims: claims() });
      checkRefusal(await ciba().start(request), ['invalid_request', 'invalid_request_object']);
    };
  const missing = (name: string) => refusedWith(() => ({ [name]: undefined }));

  return {
    [`${OBJECT}-missing-aud-fails`]: missing('aud'),
    [`${OBJECT}-missing-iss-fails`]: missing('iss'),
    [`${OBJECT}-missing-exp-fails`]: missing('exp'),
    [`${OBJECT}-missing-iat-fails`]: missing('iat'),
    [`${OBJECT}-missing-nbf-fails`]: missing('nbf'),
    [`${OBJECT}-missing-jti-fails`]: missing('jti'),
    [`${OBJECT}-bad-aud-fails`]: refusedWith(() => ({ aud: 'https://other.example' })),
    [`${OBJECT}-bad-iss-fails`]: refusedWith(() => ({ iss: 'conf-ciba-2' })),
    [`${OBJECT}-expired-exp-fails`]: refusedWith(() => ({ exp: now() - 5 * A_MINUTE })),
    [`${OBJECT}-exp-is-70-minutes-in-future-fails`]: refusedWith(() => ({
      exp: Math.floor(broker().now().getTime() / 1000) + 70 * A_MINUTE,
    })),
    [`${OBJECT}-nbf-is-10-minutes-in-future-fails`]: refusedWith(() => ({
      nbf: Math.floor(broker().now().getTime() / 1000) + 10 * A_MINUTE,
    })),
    [`${OBJECT}-nbf-is-70-minutes-in-past-fails`]: refusedWith(() => ({
      nbf: now() - 70 * A_MINUTE,
    })),
    [`${OBJECT}-signature-algorithm-is-RS256-fails`]: async () => {
      const request = await ciba().request({ alg: 'RS256' });
      checkRefusal(await ciba().start(request), ['invalid_request', 'invalid_request_object']);
    },
    [`${OBJECT}-signature-algorithm-is-none-fails`]: () => refuseAltered(ciba(), withoutSignature),
    [`${OBJECT}-signature-algorithm-is-bad-fails`]: () => refuseAltered(ciba(), withAnotherEnd),
    [`${OBJECT}-signed-by-other-client-fails`]: async () => {
      const request = await ciba().request({ signer: broker().client('ciba', 2) });
      checkRefusal(await ciba().start(request), ['invalid_request', 'invalid_request_object']);
    },

    'fapi-ciba-id1-ensure-authorization-request-with-multiple-hints-fails': refusedWith(() => ({
      login_hint_token: 'a-second-hint',
    })),
    'fapi-ciba-id1-ensure-unsigned-backchannel-authorization-request-fails': async () => {
      const fields = { scope: 'openid', login_hint: 'sub:ssn:191212121212', binding_message: '1' };
      checkRefusal(await ciba().start(fields), 'invalid_request');
    },

    [`${NO_ASSERTION}-backchannel-authorization-request`]: async () => {
      const bare = { client_id: 'conf-ciba-1' };
      checkRefusal(await ciba().start(undefined, bare), ['invalid_client', 'invalid_request']);
    },
    [`${NO_ASSERTION}-token-endpoint-request`]: async () => {
      const bare = { client_id: 'conf-ciba-1' };
      checkRefusal(await ciba().poll('an-id', bare), ['invalid_client', 'invalid_request']);
    },
    'fapi-ciba-id1-ensure-invalid-client-assertions-in-backchannel-authorization-request-fail':
      async () => {
        const wrong: readonly Claims[] = [
          ...['iss', 'sub', 'aud', 'exp', 'jti'].map((name) => ({ [name]: undefined })),
          { iss: 'conf-ciba-2' },
          { sub: 'conf-ciba-2' },
          { aud: 'https://other.example' },
          { exp: now() - 5 * A_MINUTE },
        ];
        for (const claims of wrong) {
          const assertion = await ciba().assertion({ claims });
          const fields = { ...assertion, client_id: 'conf-ciba-1' };
          checkRefusal(await ciba().start(undefined, fields), [
            'invalid_client',
            'invalid_request',
          ]);
        }
      },
    [`${ASSERTION_RS256}-backchannel-authorization-request-is-RS256-fails`]: async (findings) => {
      const assertion = await ciba().assertion({ alg: 'RS256' });
      const { body } = await ciba().start({}, assertion);
      if (body.error !== 'invalid_client') findings.fail('an assertion with RS256 is accepted');
    },
    [`${ASSERTION_RS256}-token-endpoint-request-is-RS256-fails`]: async (findings) => {
      const { body } = await ciba().poll('an-id', await ciba().assertion({ alg: 'RS256' }));
      if (body.error !== 'invalid_client') findings.fail('an assertion with RS256 is accepted');
    },
  };
}

/** Sends a correct request whose JWT was altered after signing. */
async function refuseAltered(ciba: CibaClient, alter: (jwt: string) => string): Promise<void> {
  const { request = '' } = await ciba.request();
  const answer = await ciba.start({ request: alter(request) });
  checkRefusal(answer, ['invalid_request', 'invalid_request_object']);
}

function withoutSignature(jwt: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  return `${header}.${jwt.split('.')[1]}.`;
}

function withAnotherEnd(jwt: string): string {
  const [header, payload, signature = ''] = jwt.split('.');
  return `${header}.${payload}.${[...signature].reverse().join('')}`;
}
