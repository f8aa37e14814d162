import type { KoaContextWithOIDC } from 'oidc-provider';

import type { ErrorFinding, RefusalReason } from '../../../domain/login-timeline.ts';
import { uriDifference } from '../../../domain/uri-difference.ts';
import type { Vault } from '../../../ports/vault.ts';
import { findingOf } from '../errors/finding-of.ts';
import type { ThrownError } from '../errors/key-of.ts';
import { contextOf } from '../request-context.ts';
import {
  accessTokenIn,
  basicPair,
  claimsOf,
  fieldsOf,
  textOf,
  textsOf,
} from '../request-fields.ts';
import { secretMistake } from './secret-mistake.ts';
import { formMistake } from './sent-names.ts';
import type { SentDeps } from './sent-parts.ts';
import { sentValues } from './sent-values.ts';
import { withoutSecrets } from './without-secrets.ts';

interface Deps extends SentDeps {
  readonly vault: Vault;
}

interface Refusal {
  readonly error: ThrownError;
  readonly key: string;
}

/** The finding of an error, with what the request had, and the reason that the settings of domain and application show. */
export function findReason(
  ctx: KoaContextWithOIDC,
  { error, key }: Refusal,
  deps: Deps,
): ErrorFinding {
  const finding = findingOf(error, key);
  const reason = reasonOf(ctx, { key, found: finding.reason }, deps);
  const name = namedIn(error, key);
  const isEnough = reason !== undefined && WITHOUT_VALUES.includes(reason);
  const values = isEnough ? undefined : sentValues(ctx, { key, reason }, deps);
  const facts = { ...finding.facts, ...withoutSecrets(ctx, values, deps), ...name };
  return {
    ...finding,
    ...(reason && { reason }),
    ...(Object.keys(facts).length > 0 && { facts }),
  };
}

/** The method was right. */
const OF_SECRET: readonly RefusalReason[] = [
  'secret-wrong',
  'secret-expired',
  'secret-old',
  'secret-with-blanks',
  'secret-encoded',
  'secret-of-other',
];

/** These say all that there is to say. */
const WITHOUT_VALUES: readonly RefusalReason[] = [
  ...OF_SECRET,
  'form-is-json',
  'form-encoded-twice',
];

/** The reason by the settings, the one of the error itself, or that the form as a whole was wrong: then nothing in it was read. */
function reasonOf(
  ctx: KoaContextWithOIDC,
  refused: { readonly key: string; readonly found: RefusalReason | undefined },
  deps: Deps,
): RefusalReason | undefined {
  const reason = reasonOfSettings(ctx, refused, deps) ?? refused.found;
  const { key } = refused;
  const lacks = key.endsWith('missing') || key === 'client-authentication-failed';
  const isOfSecret = reason !== undefined && OF_SECRET.includes(reason);
  return (lacks && !isOfSecret ? formMistake(ctx) : undefined) ?? reason;
}

/** The name of a parameter in the description. */
function namedIn({ error_description: sent = '' }: ThrownError, key: string) {
  if (!key.startsWith('parameter')) return undefined;
  const names = sent.match(/'\w+'/g)?.map((name) => name.slice(1, -1));
  return names && { name: names.join(', ') };
}

function reasonOfSettings(
  ctx: KoaContextWithOIDC,
  { key, found }: { readonly key: string; readonly found: RefusalReason | undefined },
  { domain, configuration, clock, vault }: Deps,
): RefusalReason | undefined {
  const fields = fieldsOf(ctx);
  if (found === 'secret-wrong') {
    // The sent one is not compared with expired ones.
    const { secrets = [] } = applicationOf() ?? {};
    const isPast = (end: Date | undefined) => end !== undefined && end <= clock();
    if (secrets.every(({ expiresAt }) => isPast(expiresAt))) return 'secret-expired';
    const { clientId = '' } = applicationOf() ?? {};
    const secret = textOf(fields.client_secret) ?? basicPair(ctx.get('authorization'))?.secret;
    return secretMistake({ clientId, secret }, { domain, configuration, clock, vault });
  }
  if (found === 'method-not-set-up') return ofMethod();
  if (found === 'client-unknown') {
    const { secret } = basicPair(ctx.get('authorization')) ?? {};
    const second = secret ?? textOf(fields.client_secret) ?? '';
    return configuration.application(domain, second) && 'credentials-swapped';
  }
  switch (key) {
    case 'access-token-invalid':
      if (claimsOf(accessTokenIn(ctx))?.iss === domain.issuer) return 'id-token-sent';
      return found ?? contextOf(ctx).tokenFault;
    case 'parameter-missing':
    case 'parameters-missing':
      return 'parameter-absent';
    case 'acr-not-one':
      return (textOf(fields.acr_values) ?? '').trim().includes(' ') ? 'acr-several' : 'acr-no-name';
    case 'grant-type-unsupported':
      return fields.grant_type === 'refresh_token' ? 'no-refresh-tokens' : 'no-such-grant';
    case 'id-token-hint-invalid':
      return ofHint(fields.id_token_hint);
    case 'redirect-uri-not-registered':
      return uriDifference(fields.redirect_uri, applicationOf()?.redirectUris ?? []);
    case 'pushed-request-unknown':
      return contextOf(ctx).pushedFault;
    case 'login-required':
    case 'login-unanswered':
    case 'interaction-required':
      if (domain.singleSignOn === undefined) return 'no-sessions-here';
      if (ctx.oidc.session?.accountId === undefined) return 'no-session';
      return contextOf(ctx).sessionFault ?? 'session-not-enough';
    default:
      return undefined;
  }

  /** The library says only that the method is another than the registered one. */
  function ofMethod(): RefusalReason | undefined {
    const { secrets = [], jwks, jwksUri } = applicationOf() ?? {};
    const isPublic = secrets.length === 0 && jwks === undefined && jwksUri === undefined;
    const { client_secret: secret, client_assertion: assertion } = ctx.oidc.params ?? {};
    const hasCredentials =
      ctx.get('authorization') !== '' || secret !== undefined || assertion !== undefined;
    if (isPublic) return hasCredentials ? 'secret-of-public-client' : undefined;
    return hasCredentials ? undefined : 'no-credentials';
  }

  /** The claims are not verified: a finding is for people alone. */
  function ofHint(hint: unknown): RefusalReason | undefined {
    const claims = claimsOf(hint);
    if (claims === undefined) return 'hint-unreadable';
    if (claims.iss !== domain.issuer) return 'hint-of-other-domain';
    const isOwn = textsOf(claims.aud).some((one) => one === ctx.oidc.client?.clientId);
    return isOwn ? 'hint-signature' : 'hint-of-other-application';
  }

  function applicationOf() {
    return configuration.application(domain, ctx.oidc.client?.clientId ?? '');
  }
}
