import { expect } from '@jest/globals';
import * as oidc from 'openid-client';

import { complete, logIn, refused } from './complete.ts';
import { unrequestedClaims } from './general-checks.ts';
import { begin, newPerson, relyingParty, send, visit } from './relying-party.ts';
import type { Findings, Modules } from './run-plan.ts';
import type { Stage } from './stage.ts';

/** The claims that a scope promises (OpenID Connect Core section 5.4). */
const PROMISED = {
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
} as const;

/** The modules of successful logins, for each response type. */
export function loginModules(stage: () => Stage): Modules {
  const succeedsWith = (extra: Readonly<Record<string, string>>) => async () => {
    const { broker, rp } = stage();
    await logIn(broker, rp, { extra });
  };

  return {
    async 'oidcc-server'(findings) {
      const { broker, rp } = stage();
      const { claims } = await logIn(broker, rp);
      const more = unrequestedClaims(claims);
      if (more.includes('name'))
        findings.warn('the ID token contains name without a request for it');
      if (more.some((name) => name !== 'name')) {
        findings.warn('the ID token contains other claims without a request for them');
      }
    },

    'oidcc-scope-profile': (findings) => scope(findings, stage(), ['profile']),
    'oidcc-scope-email': (findings) => scope(findings, stage(), ['email']),
    'oidcc-scope-address': (findings) => scope(findings, stage(), ['address']),
    'oidcc-scope-phone': (findings) => scope(findings, stage(), ['phone']),
    'oidcc-scope-all': (findings) =>
      scope(findings, stage(), ['profile', 'email', 'address', 'phone']),

    async 'oidcc-alternate-happy-flow'(findings) {
      // This is the scope email with the parameters in another order.
      const { broker, rp } = stage();
      skipUnsupported(findings, rp, ['email']);
      const begun = begin(rp, { scope: 'email openid' });
      const reordered = new URL(begun.url);
      reordered.search = String(new URLSearchParams([...begun.url.searchParams].reverse()));
      const arrival = await visit(broker, { ...begun, url: reordered });
      const { person } = await complete(rp, begun, arrival);
      warnOfMissing(findings, person, PROMISED.email);
    },

    'oidcc-display-page': succeedsWith({ display: 'page' }),
    'oidcc-display-popup': succeedsWith({ display: 'popup' }),
    'oidcc-ui-locales': succeedsWith({ ui_locales: 'se' }),
    'oidcc-claims-locales': succeedsWith({ claims_locales: 'se' }),
    'oidcc-ensure-request-with-unknown-parameter-succeeds': succeedsWith({ extra: 'foobar' }),
    'oidcc-login-hint': async () => {
      const { broker, rp } = stage();
      const login_hint = `buffy@${new URL(broker.issuer).host}`;
      await logIn(broker, rp, { extra: { login_hint } });
    },

    async 'oidcc-ensure-request-with-acr-values-succeeds'(findings) {
      const { broker, rp } = stage();
      const { acr_values_supported: all = [] } = rp.config.serverMetadata();
      const { claims } = await logIn(broker, rp, { extra: { acr_values: all.join(' ') } });
      if (!all.includes(String(claims.acr))) {
        findings.warn(`the ID token has ${claims.acr === undefined ? 'no' : 'another'} acr`);
      }
    },

    async 'oidcc-claims-essential'(findings) {
      const { broker, rp } = stage();
      const wanted = { name: { essential: true } };
      const place = rp.variant.responseType === 'id_token' ? 'id_token' : 'userinfo';
      const claims = JSON.stringify({ [place]: wanted });
      const { person } = await logIn(broker, rp, { extra: { claims } });
      warnOfMissing(findings, person, ['name']);
    },

    async 'oidcc-ensure-post-request-succeeds'() {
      const { broker, rp } = stage();
      const begun = begin(rp);
      const { origin, pathname, searchParams } = begun.url;
      const arrival = await send(broker, newPerson(), (browser) =>
        browser.post(`${origin}${pathname}`, Object.fromEntries(searchParams)),
      );
      await complete(rp, begun, arrival);
    },

    async 'oidcc-ensure-request-without-nonce-fails'() {
      const { broker, rp } = stage();
      const begun = begin(rp, { nonce: undefined });
      const { error, state } = refused(await visit(broker, begun));
      expect([error, state]).toEqual(['invalid_request', begun.state]);
    },

    async 'oidcc-ensure-client-assertion-with-iss-aud-succeeds'() {
      const { broker, rp } = stage();
      // The audience that openid-client uses is the issuer.
      const sign = () => oidc.PrivateKeyJwt({ key: rp.client.keys.ES256, kid: 'ec' });
      await logIn(broker, await relyingParty(broker, rp.client, rp.variant, sign));
    },
  };
}

async function scope(
  findings: Findings,
  { broker, rp }: Stage,
  names: readonly ('profile' | keyof typeof PROMISED)[],
): Promise<void> {
  skipUnsupported(findings, rp, names);
  const { person } = await logIn(broker, rp, {
    extra: { scope: `openid ${names.join(' ')}` },
  });
  const promised = names.flatMap((name) => (name === 'profile' ? [] : PROMISED[name]));
  warnOfMissing(findings, person, promised);
}

function skipUnsupported(findings: Findings, rp: Stage['rp'], names: readonly string[]): void {
  const supported = rp.config.serverMetadata().scopes_supported ?? [];
  const missing = names.filter((name) => !supported.includes(name));
  if (missing.length > 0) findings.skip(`scopes_supported lacks ${missing.join(' ')}`);
}

function warnOfMissing(
  findings: Findings,
  person: Readonly<Record<string, unknown>>,
  names: readonly string[],
): void {
  for (const name of names) {
    if (!Object.hasOwn(person, name)) findings.warn(`${name} is missing`);
  }
}
