import { expect } from '@jest/globals';

import { KNOWN_METADATA } from './known-metadata.ts';
import type { Modules } from './run-plan.ts';

type Document = Readonly<Record<string, unknown>>;

/** The private members of a JWK. */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'oth'];

/** The modules that check only the discovery document and the keys. */
export function discoveryModules(issuer: () => string): Modules {
  return {
    async 'oidcc-discovery-endpoint-verification'(findings) {
      const document = await fetched(`${issuer()}/.well-known/openid-configuration`);
      expect(document.issuer).toBe(issuer());
      checkEndpoints(document, issuer());
      expect(document.response_types_supported).toEqual(
        expect.arrayContaining(['code', 'id_token']),
      );
      expect(document.id_token_signing_alg_values_supported).toContain('RS256');
      expect(document.subject_types_supported).toEqual(['public']);
      expect(document.scopes_supported).toContain('openid');
      expect(document.claims_supported).toContain('sub');
      expect(document.grant_types_supported).not.toContain('refresh_token');
      expect(document.request_object_signing_alg_values_supported).not.toContain('none');
      await checkKeys(`${document.jwks_uri}`);
      for (const name of Object.keys(document)) {
        if (!KNOWN_METADATA.includes(name)) findings.warn(`${name} is not registered`);
      }
    },

    async 'oidcc-rp-initiated-logout-discovery-endpoint-verification'() {
      const document = await fetched(`${issuer()}/.well-known/openid-configuration`);
      expect(new URL(`${document.end_session_endpoint}`).origin).toBe(issuer());
    },

    async 'fapi-ciba-id1-discovery-end-point-verification'(findings) {
      const document = await fetched(`${issuer()}/.well-known/openid-configuration`);
      expect(new URL(`${document.backchannel_authentication_endpoint}`).origin).toBe(issuer());
      expect(document.backchannel_token_delivery_modes_supported).toEqual(['poll']);
      expect(document.grant_types_supported).toContain('urn:openid:params:grant-type:ciba');
      expect(document.token_endpoint_auth_methods_supported).toContain('private_key_jwt');
      expect(document.id_token_signing_alg_values_supported).toContain('ES256');
      expect(document).toMatchObject({
        token_endpoint_auth_signing_alg_values_supported: expect.arrayContaining(FAPI),
        backchannel_authentication_request_signing_alg_values_supported:
          expect.arrayContaining(FAPI),
        backchannel_user_code_parameter_supported: false,
      });
      if (document.tls_client_certificate_bound_access_tokens !== true) {
        findings.fail('tls_client_certificate_bound_access_tokens is not true');
      }
    },
  };
}

const FAPI = ['PS256', 'ES256'];

async function fetched(url: string): Promise<Document> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^application\/(json|jwk-set\+json)/);
  return (await response.json()) as Document;
}

/**
 * Checks that all endpoints are on the issuer's origin. The suite requires https, which only a production issuer has.
 */
function checkEndpoints(document: Document, issuer: string): void {
  const endpoints = Object.entries(document).filter(([name]) => /_(endpoint|uri)$/.test(name));
  expect(endpoints.length).toBeGreaterThan(5);
  for (const [name, url] of endpoints) {
    expect([name, new URL(`${url}`).origin, new URL(`${url}`).hash]).toEqual([name, issuer, '']);
  }
}

async function checkKeys(url: string): Promise<void> {
  const { keys } = (await fetched(url)) as { readonly keys: readonly Document[] };
  expect(keys.length).toBeGreaterThan(0);
  const ids = keys.map(({ kid }) => kid);
  expect(new Set(ids).size).toBe(keys.length);
  for (const key of keys) {
    expect(key).toMatchObject({ kid: expect.any(String), use: 'sig', alg: expect.any(String) });
    expect(Object.keys(key).filter((name) => PRIVATE.includes(name))).toEqual([]);
  }
}
