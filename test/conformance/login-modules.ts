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

/** The modules about logins that go well, for each response type. */
export function loginModules(stage: () => Stage): Modules {
  const succeedsWith = (extra: Readonly<Record<string, string>>) => async () => {
    const { broker, queueKey } = stage();
    await logIn(broker, queueKey, { extra });
  };

  return {
    async 'oidcc-server'(findings) {
      const { broker, queueKey } = stage();
      const { claims } = await logIn(broker, queueKey);
      const more = unrequestedClaims(claims);
      if (more.includes('name')) findings.warn('the ID token holds name, which nobody asked for');
      if (more.some((name) => name !== 'name')) {
        findings.warn('the ID token holds claims of the person that nobody asked for');
      }
    },

    'oidcc-scope-profile': (findings) => scope(findings, stage(), ['profile']),
    'oidcc-scope-email': (findings) => scope(findings, stage(), ['email']),
    'oidcc-scope-address': (findings) => scope(findings, stage(), ['address']),
    'oidcc-scope-phone': (findings) => scope(findings, stage(), ['phone']),
    'oidcc-scope-all': (findings) =>
      scope(findings, stage(), ['profile', 'email', 'address', 'phone']),

    async 'oidcc-alternate-happy-flow'(findings) {
      // The scope email, with the parameters in another order.
      const { broker, queueKey } = stage();
      skipUnsupported(findings, queueKey, ['email']);
      const begun = begin(queueKey, { scope: 'email openid' });
      const reordered = new URL(begun.url);
      reordered.search = String(new URLSearchParams([...begun.url.searchParams].reverse()));
      const connection = await visit(broker, { ...begun, url: reordered });
      const { person } = await complete(queueKey, begun, connection);
      warnOfMissing(findings, person, PROMISED.email);
    },

    'oidcc-display-page': succeedsWith({ display: 'page' }),
    'oidcc-display-popup': succeedsWith({ display: 'popup' }),
    'oidcc-ui-locales': succeedsWith({ ui_locales: 'se' }),
    'oidcc-claims-locales': succeedsWith({ claims_locales: 'se' }),
    'oidcc-ensure-request-with-unknown-parameter-succeeds': succeedsWith({ extra: 'foobar' }),
    'oidcc-login-hint': async () => {
      const { broker, queueKey } = stage();
      const login_hint = `buffy@${new URL(broker.issuer).host}`;
      await logIn(broker, queueKey, { extra: { login_hint } });
    },

    async 'oidcc-ensure-request-with-acr-values-succeeds'(findings) {
      const { broker, queueKey } = stage();
      const { acr_values_supported: all = [] } = queueKey.config.serverMetadata();
      const { claims } = await logIn(broker, queueKey, { extra: { acr_values: all.join(' ') } });
      if (!all.includes(String(claims.acr))) {
        findings.warn(`the ID token tells ${claims.acr === undefined ? 'no' : 'another'} acr`);
      }
    },

    async 'oidcc-claims-essential'(findings) {
      const { broker, queueKey } = stage();
      const wanted = { name: { essential: true } };
      const place = queueKey.variant.responseType === 'id_token' ? 'id_token' : 'userinfo';
      const claims = JSON.stringify({ [place]: wanted });
      const { person } = await logIn(broker, queueKey, { extra: { claims } });
      warnOfMissing(findings, person, ['name']);
    },

    async 'oidcc-ensure-post-request-succeeds'() {
      const { broker, queueKey } = stage();
      const begun = begin(queueKey);
      const { origin, pathname, searchParams } = begun.url;
      const connection = await send(broker, newPerson(), (browser) =>
        browser.post(`${origin}${pathname}`, Object.fromEntries(searchParams)),
      );
      await complete(queueKey, begun, connection);
    },

    async 'oidcc-ensure-request-without-nonce-fails'() {
      const { broker, queueKey } = stage();
      const begun = begin(queueKey, { nonce: undefined });
      const { error, state } = refused(await visit(broker, begun));
      expect([error, state]).toEqual(['invalid_request', begun.state]);
    },

    async 'oidcc-ensure-client-assertion-with-iss-aud-succeeds'() {
      const { broker, queueKey } = stage();
      // openid-client's audience is the issuer.
      const sign = () => oidc.PrivateKeyJwt({ key: queueKey.client.keys.ES256, kid: 'ec' });
      await logIn(broker, await relyingParty(broker, queueKey.client, queueKey.variant, sign));
    },
  };
}

async function scope(
  findings: Findings,
  { broker, queueKey }: Stage,
  names: readonly ('profile' | keyof typeof PROMISED)[],
): Promise<void> {
  skipUnsupported(findings, queueKey, names);
  const { person } = await logIn(broker, queueKey, {
    extra: { scope: `openid ${names.join(' ')}` },
  });
  const promised = names.flatMap((name) => (name === 'profile' ? [] : PROMISED[name]));
  warnOfMissing(findings, person, promised);
}

function skipUnsupported(
  findings: Findings,
  queueKey: Stage['queueKey'],
  names: readonly string[],
): void {
  const supported = queueKey.config.serverMetadata().scopes_supported ?? [];
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
