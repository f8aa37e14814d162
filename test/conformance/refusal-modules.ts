import { expect } from '@jest/globals';
import { SignJWT } from 'jose';

import { refused } from './complete.ts';
import { CALLBACK } from './conformance-broker.ts';
import { type Arrival, begin, visit } from './relying-party.ts';
import type { Modules } from './run-plan.ts';
import type { Stage } from './stage.ts';

/** The modules of requests that must fail, or that an OpenID Provider may refuse as unsupported. */
export function refusalModules(stage: () => Stage): Modules {
  return {
    async 'oidcc-response-type-missing'() {
      const { broker, rp } = stage();
      const begun = begin(rp);
      begun.url.searchParams.delete('response_type');
      const { error, state } = refused(await visit(broker, begun));
      expect(['invalid_request', 'unsupported_response_type']).toContain(error);
      expect(state).toBe(begun.state);
    },

    'oidcc-ensure-registered-redirect-uri': () =>
      expectPage(stage(), 'https://localhost.emobix.co.uk:8443/test/a/eid-broker/callback/other'),
    'oidcc-redirect-uri-query-added': () => expectPage(stage(), `${CALLBACK}?foo=bar`),

    async 'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported'() {
      const { broker, rp } = stage();
      const request_uri = 'https://localhost.emobix.co.uk:8443/test/a/eid-broker/requesturi';
      const { error } = refused(await visit(broker, begin(rp, { request_uri })));
      expect(error).toBe('request_uri_not_supported');
    },

    async 'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported'(findings) {
      const { broker, rp } = stage();
      const { error } = refused(await visit(broker, unsigned(stage())));
      expect(['request_not_supported', 'invalid_request_object']).toContain(error);
      const algorithms = rp.config.serverMetadata().request_object_signing_alg_values_supported;
      if (!algorithms?.includes('none')) findings.skip('unsigned request objects are not offered');
    },

    async 'oidcc-ensure-request-object-with-redirect-uri'(findings) {
      const { rp } = stage();
      const algorithms = rp.config.serverMetadata().request_object_signing_alg_values_supported;
      if (!algorithms?.includes('none')) {
        await expectSignedRedirectUri(stage());
        findings.skip('unsigned request objects are not offered');
      }
    },
  };
}

/** Expects an error page and no redirect. */
async function expectPage({ broker, rp }: Stage, redirectUri: string): Promise<void> {
  const { page } = await visit(broker, begin(rp, { redirect_uri: redirectUri }));
  expect(page?.status).toBe(400);
  expect(page?.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page?.text).toContain('data-testid="error-code">invalid_redirect_uri<');
}

function unsigned({ broker, rp }: Stage) {
  const begun = begin(rp);
  const parameters = Object.fromEntries(begun.url.searchParams);
  const claims = { ...parameters, iss: rp.client.clientId, aud: broker.issuer };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  begun.url.searchParams.set('request', `${encode({ alg: 'none' })}.${encode(claims)}.`);
  return begun;
}

/** Tests the module's point with a signed request: the signed redirect URI counts, not the unsigned one. */
async function expectSignedRedirectUri({ broker, rp }: Stage): Promise<void> {
  if (rp.variant.responseType === 'id_token') return;
  const begun = begin(rp);
  const { keys, clientId } = rp.client;
  const request = await new SignJWT(Object.fromEntries(begun.url.searchParams))
    .setProtectedHeader({ alg: 'ES256', kid: 'ec' })
    .setIssuer(clientId)
    .setAudience(broker.issuer)
    .setExpirationTime('5m')
    .sign(keys.ES256);
  begun.url.searchParams.set('request', request);
  begun.url.searchParams.set('redirect_uri', 'https://evil.example/');
  const arrival: Arrival = await visit(broker, begun);
  expect([arrival.page?.status, arrival.usedEid]).toEqual([undefined, true]);
}
