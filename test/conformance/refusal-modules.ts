import { expect } from '@jest/globals';
import { SignJWT } from 'jose';

import { refused } from './complete.ts';
import { CALLBACK } from './conformance-broker.ts';
import { begin, type ClientConnection, visit } from './relying-party.ts';
import type { Modules } from './run-plan.ts';
import type { Stage } from './stage.ts';

/** The modules about requests that must not succeed, or that may be refused as unknown. */
export function refusalModules(stage: () => Stage): Modules {
  return {
    async 'oidcc-response-type-missing'() {
      const { broker, queueKey } = stage();
      const begun = begin(queueKey);
      begun.url.searchParams.delete('response_type');
      const { error, state } = refused(await visit(broker, begun));
      expect(['invalid_request', 'unsupported_response_type']).toContain(error);
      expect(state).toBe(begun.state);
    },

    'oidcc-ensure-registered-redirect-uri': () =>
      expectPage(stage(), 'https://localhost.emobix.co.uk:8443/test/a/eid-broker/callback/other'),
    'oidcc-redirect-uri-query-added': () => expectPage(stage(), `${CALLBACK}?foo=bar`),

    async 'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported'() {
      const { broker, queueKey } = stage();
      const request_uri = 'https://localhost.emobix.co.uk:8443/test/a/eid-broker/requesturi';
      const { error } = refused(await visit(broker, begin(queueKey, { request_uri })));
      expect(error).toBe('request_uri_not_supported');
    },

    async 'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported'(findings) {
      const { broker, queueKey } = stage();
      const { error } = refused(await visit(broker, unsigned(stage())));
      expect(['request_not_supported', 'invalid_request_object']).toContain(error);
      const algorithms =
        queueKey.config.serverMetadata().request_object_signing_alg_values_supported;
      if (!algorithms?.includes('none')) findings.skip('unsigned request objects are not offered');
    },

    async 'oidcc-ensure-request-object-with-redirect-uri'(findings) {
      const { queueKey } = stage();
      const algorithms =
        queueKey.config.serverMetadata().request_object_signing_alg_values_supported;
      if (!algorithms?.includes('none')) {
        await expectSignedRedirectUri(stage());
        findings.skip('unsigned request objects are not offered');
      }
    },
  };
}

/** An error page with a reference that is always the same to look at; no redirect. */
async function expectPage({ broker, queueKey }: Stage, redirectUri: string): Promise<void> {
  const { page } = await visit(broker, begin(queueKey, { redirect_uri: redirectUri }));
  expect(page?.status).toBe(400);
  expect(page?.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page?.text).toContain('data-testid="error-code">invalid_redirect_uri<');
}

function unsigned({ broker, queueKey }: Stage) {
  const begun = begin(queueKey);
  const parameters = Object.fromEntries(begun.url.searchParams);
  const claims = { ...parameters, iss: queueKey.client.clientId, aud: broker.issuer };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  begun.url.searchParams.set('request', `${encode({ alg: 'none' })}.${encode(claims)}.`);
  return begun;
}

/** What the module is about, with what is offered: the signed redirect URI counts, not the one beside it. */
async function expectSignedRedirectUri({ broker, queueKey }: Stage): Promise<void> {
  if (queueKey.variant.responseType === 'id_token') return;
  const begun = begin(queueKey);
  const { keys, clientId } = queueKey.client;
  const request = await new SignJWT(Object.fromEntries(begun.url.searchParams))
    .setProtectedHeader({ alg: 'ES256', kid: 'ec' })
    .setIssuer(clientId)
    .setAudience(broker.issuer)
    .setExpirationTime('5m')
    .sign(keys.ES256);
  begun.url.searchParams.set('request', request);
  begun.url.searchParams.set('redirect_uri', 'https://evil.example/');
  const connection: ClientConnection = await visit(broker, begun);
  expect([connection.page?.status, connection.requested]).toEqual([undefined, true]);
}
