import type { KoaContextWithOIDC } from 'oidc-provider';

import { clientSecretContext } from '../../../domain/configuration.ts';
import type { StepFacts } from '../../../domain/eid-reasons.ts';
import type { Vault } from '../../../ports/vault.ts';
import {
  accessTokenIn,
  basicPair,
  credentialsClientId,
  fieldsOf,
  textOf,
} from '../request-fields.ts';
import type { SentDeps } from './sent-parts.ts';

/** Parameters whose values are secrets, or name a person. */
const SECRET = [
  ...['client_secret', 'client_assertion', 'code', 'code_verifier', 'code_challenge', 'password'],
  ...['refresh_token', 'access_token', 'id_token_hint', 'login_hint', 'request', 'nonce'],
  ...['auth_req_id', 'headless_req_id', 'binding_message', 'user_code'],
];
/** In characters. A shorter text may be a word of the protocol. */
const SHORTEST = 5;
const SEPARATORS = /[\s"',;:/?=&]+/;
/** Each costs a hash for each secret of the application. */
const MOST_WORDS = 60;
const HIDDEN = '(secret)';

interface Deps extends SentDeps {
  readonly vault: Vault;
}

/**
 * The same values without a secret: neither one that the request has in its right place, nor one of the application's, wherever
 * it was pasted.
 */
export function withoutSecrets(
  ctx: KoaContextWithOIDC,
  values: StepFacts | undefined,
  deps: Deps,
): StepFacts | undefined {
  const { sent } = values ?? {};
  if (sent === undefined) return values;
  const words = sent.split(SEPARATORS).slice(0, MOST_WORDS);
  const hidden = [...received(ctx), ...words.filter(isConfigured(ctx, deps))];
  const shown = hidden
    .filter((secret) => secret.length >= SHORTEST)
    .reduce((text, secret) => text.replaceAll(secret, HIDDEN), sent);
  return { ...values, sent: shown };
}

function received(ctx: KoaContextWithOIDC): readonly string[] {
  const fields = fieldsOf(ctx);
  const { secret } = basicPair(ctx.get('authorization')) ?? {};
  return [...SECRET.map((name) => fields[name]), secret, accessTokenIn(ctx)].flatMap(
    (value) => textOf(value) ?? [],
  );
}

function isConfigured(ctx: KoaContextWithOIDC, { domain, configuration, vault }: Deps) {
  const named = ctx.oidc?.client?.clientId ?? credentialsClientId(ctx) ?? fieldsOf(ctx).client_id;
  const clientId = textOf(named) ?? '';
  const { secrets = [] } = configuration.application(domain, clientId) ?? {};
  const context = clientSecretContext(domain.tenantId, clientId);
  return (word: string) =>
    word.length >= SHORTEST && secrets.some(({ hash }) => vault.matches(word, hash, context));
}
