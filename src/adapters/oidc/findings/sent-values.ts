import type { KoaContextWithOIDC } from 'oidc-provider';

import { parseAcr } from '../../../domain/acr.ts';
import { closestName } from '../../../domain/closest-name.ts';
import type { StepFacts } from '../../../domain/eid-reasons.ts';
import { FLOW_NAMES } from '../../../domain/flow.ts';
import { secondsOf } from '../../../domain/lifetimes.ts';
import type { RefusalReason } from '../../../domain/login-timeline.ts';
import { shownList, shownUrl } from '../../../domain/shown-value.ts';
import { grantTypesOf, responseTypesOf } from '../grant-types.ts';
import {
  accessTokenIn,
  claimsOf,
  credentialsClientId,
  type Fields,
  fieldsOf,
  textOf,
  textsOf,
} from '../request-fields.ts';
import {
  audienceOf,
  basicFault,
  codeValues,
  header,
  idTokenHint,
  jwtValues,
  method,
  pushedBy,
  requestClient,
  requestJwt,
  tokenKind,
} from './sent-credentials.ts';
import { addressKind, hintWords } from './sent-hints.ts';
import { ASSURANCE_LEVELS, GRANT_TYPES, KINDS, MEDIA_TYPES, quoted, SCOPES } from './sent-kinds.ts';
import { namesThatCame } from './sent-names.ts';
import {
  known,
  named,
  originOf,
  type Refused,
  type SentDeps,
  type SentValues,
  urls,
} from './sent-parts.ts';

/**
 * The value that a refused request had in the wrong place, and the right one, for the timeline: names, URLs without their
 * query, times and algorithms. Never a secret, a token, a text or a number of a person.
 */
export function sentValues(
  ctx: KoaContextWithOIDC,
  { key, reason }: { readonly key: string; readonly reason: RefusalReason | undefined },
  deps: SentDeps,
): StepFacts | undefined {
  const find = VALUES[key] ?? (key.endsWith('-missing') ? namesThatCame : undefined);
  if (find === undefined) return undefined;
  const { domain, configuration } = deps;
  const fields = fieldsOf(ctx);
  const named = ctx.oidc?.client?.clientId ?? credentialsClientId(ctx) ?? fields.client_id;
  const application = configuration.application(domain, textOf(named) ?? '');
  const { sent, expected } = find({ ctx, fields, application, reason, deps });
  if (sent === undefined && expected === undefined) return undefined;
  return { ...(sent && { sent }), ...(expected && { expected }) };
}

type Find = (refused: Refused) => SentValues;

/** By the key of the error. The keys of what is missing have the names of what came. */
const VALUES: Readonly<Record<string, Find>> = {
  'acr-not-one': acrValue,
  'acr-not-offered': acrValue,
  'acr-discontinued': (refused) => ({ sent: acrShown(refused) }),
  'scope-malformed': scope,
  'scope-characters': scope,
  'scope-without-openid': scope,
  'response-type-unsupported': parameter('response_type', () =>
    responseTypesOf(['authorization-code', 'implicit']).join(', '),
  ),
  'response-mode-unsupported': responseMode,
  'response-mode-not-allowed': responseMode,
  'response-mode-exposes-token': parameter('response_mode'),
  'flow-not-offered': flow,
  'prompt-none-not-alone': parameter('prompt'),
  'max-age-malformed': parameter('max_age'),
  'requested-expiry-malformed': parameter('requested_expiry'),
  'call-initiator-malformed': parameter('callInitiator', () => 'RP or user'),
  'code-challenge-method-unsupported': parameter('code_challenge_method', () => 'S256'),
  'code-challenge-without-value': namesThatCame,
  'grant-type-unsupported': grantType,
  'grant-type-not-allowed': grantType,
  'assertion-type-wrong': parameter('client_assertion_type'),
  'redirect-uri-not-registered': ({ fields, application }) =>
    urls('redirect_uri', fields.redirect_uri, application?.redirectUris ?? []),
  'return-url-malformed': ({ fields, application }) =>
    urls('return_url', fields.return_url, application?.redirectUris ?? []),
  'logout-target-not-registered': ({ fields, application }) =>
    urls('post_logout_redirect_uri', fields.post_logout_redirect_uri, [
      ...(application?.postLogoutRedirectUris ?? []),
      ...(application?.redirectUris ?? []),
    ]),
  'request-uri-malformed': ({ fields }) => ({
    sent: requestUriShown(textOf(fields.request_uri) ?? ''),
    expected: 'the request_uri of the PAR answer',
  }),
  'origin-not-registered': ({ ctx, application }) => ({
    sent: `Origin ${shownUrl(originOf(ctx.get('origin'))) ?? 'that is no URL'}`,
    expected: shownList((application?.redirectUris ?? []).map(originOf)),
  }),
  'client-unknown': unknownClient,
  'logout-client-unknown': unknownClient,
  'client-id-mismatch': (refused) => ({
    sent: `client_id ${known(refused, refused.fields.client_id)}, and credentials of ${known(refused, credentialsClientId(refused.ctx))}`,
  }),
  'request-object-client': requestClient,
  'request-object-other-client': requestClient,
  'request-object-response-type': ({ fields }) => ({
    sent: shownList([
      quoted('response_type', fields.response_type, KINDS.response_type),
      quoted(
        'response_type of the JWT',
        claimsOf(fields.request)?.response_type,
        KINDS.response_type,
      ),
    ]),
  }),
  'logout-client-mismatch': (refused) => ({
    sent: `client_id ${known(refused, refused.fields.client_id)}, and an ID token of ${known(refused, audienceOf(refused.fields.id_token_hint))}`,
  }),
  'logout-hint-invalid': idTokenHint,
  'id-token-hint-invalid': idTokenHint,
  'pushed-request-unknown': pushedBy,
  'client-authentication-twice': method,
  'client-authentication-failed': (refused) =>
    refused.application === undefined ? unknownClient(refused) : method(refused),
  'client-assertion-refused': ({ fields, application, deps }) =>
    jwtValues(fields.client_assertion, application, deps),
  'request-object-alg': requestJwt,
  'request-object-other-alg': requestJwt,
  'request-object-signature': requestJwt,
  'request-object-claims': requestJwt,
  'request-object-rules': requestJwt,
  'authorization-header-malformed': header,
  'access-token-scheme': header,
  'body-type': ({ ctx }) => ({
    sent: quoted('Content-Type', ctx.get('content-type').split(';')[0], MEDIA_TYPES),
    expected: 'Content-Type "application/x-www-form-urlencoded"',
  }),
  'body-unreadable': ({ ctx }) => ({ sent: named('Content-Length', ctx.get('content-length')) }),
  'grant-invalid': codeValues,
  'basic-not-encoded': basicFault,
  'person-missing': (refused) =>
    refused.fields.login_hint === undefined
      ? namesThatCame(refused)
      : { sent: 'a login_hint without sub:ssn:' },
  'hint-separator': hintWords,
  'hint-malformed': hintWords,
  'hint-contradiction': hintWords,
  'message-malformed': hintWords,
  'end-user-ip-malformed': ({ fields }) => ({
    sent: addressKind(textOf(fields.end_user_ip) ?? ''),
  }),
  'login-required': sessionValues,
  'login-unanswered': sessionValues,
  'interaction-required': sessionValues,
  'login-too-old': sessionValues,
  'channel-not-offered': channels,
  'action-not-offered': signers,
  'access-token-invalid': ({ ctx }) => ({ sent: tokenKind(accessTokenIn(ctx)) }),
  'scope-of-token-missing': scope,
};

/** What the request asked of a session, and how old the browser's is. */
function sessionValues(refused: Refused): SentValues {
  const { ctx, fields, deps } = refused;
  const { loginTs } = Object(ctx.oidc?.session) as { readonly loginTs?: number };
  const age = loginTs === undefined ? undefined : secondsOf(deps.clock()) - loginTs;
  const sent = [
    acrShown(refused),
    quoted('max_age', fields.max_age, KINDS.max_age),
    quoted('prompt', fields.prompt, KINDS.prompt),
    age === undefined ? 'no session' : `a session whose login was ${age} seconds ago`,
  ];
  return { sent: shownList(sent) };
}

function parameter(name: keyof typeof KINDS, expected?: () => string): Find {
  return ({ fields }) => ({
    sent: quoted(name, fields[name], KINDS[name]),
    expected: expected?.(),
  });
}

/** Well-formed acr values, misspelt ones, and levels that other services take for them. */
function acrShown({ fields, deps }: Refused): string | undefined {
  const { acrValues } = deps.domain;
  const parts = acrValues.flatMap((acr) => [acr, acr.replace('urn:grn:authn:', '')]);
  const words = acrValues.flatMap((acr) => acr.split(':'));
  const known = [...ASSURANCE_LEVELS, ...parts, ...words];
  const isWellFormed = textsOf(fields.acr_values).every((one) => parseAcr(one) !== undefined);
  return quoted('acr_values', fields.acr_values, isWellFormed ? /./ : known);
}

/** A reference to a pushed request is a secret for as long as it lasts. */
function requestUriShown(sent: string): string {
  const isOfPar = sent.startsWith('urn:ietf:params:oauth:request_uri:');
  if (isOfPar) return 'a request_uri like those of PAR, of another length or with other characters';
  return `request_uri ${shownUrl(sent) ?? 'that is no URI'}`;
}

function acrValue(refused: Refused): SentValues {
  const { fields, application, deps } = refused;
  const sent = textOf(fields.acr_values) ?? '';
  const { acrValues } = deps.domain;
  const offered = acrValues.filter((acr) => application?.acrValues?.includes(acr) ?? true);
  const meant = closestName(sent, offered);
  return { sent: acrShown(refused), expected: named('perhaps acr_values', meant) };
}

function scope({ fields, deps }: Refused): SentValues {
  const { scopes } = deps.configuration.catalogue;
  const isSeparated = /[,+;|]/.test(textOf(fields.scope) ?? '');
  return {
    sent: quoted('scope', fields.scope, [...SCOPES, ...scopes]) ?? 'no scope',
    expected: isSeparated ? 'one space between two words, no other character' : undefined,
  };
}

function responseMode({ fields, application }: Refused): SentValues {
  const expected = application?.responseModes.join(', ');
  return { sent: quoted('response_mode', fields.response_mode, KINDS.response_mode), expected };
}

function flow({ fields, application }: Refused): SentValues {
  const sent = shownList([
    quoted('response_type', fields.response_type, KINDS.response_type),
    grantShown(fields),
  ]);
  return { sent, expected: application && `one of its flows: ${application.flows.join(', ')}` };
}

function grantType({ fields, application }: Refused): SentValues {
  const types = grantTypesOf(application?.flows ?? []).filter((type) => type !== 'implicit');
  return { sent: grantShown(fields), expected: types.join(', ') || undefined };
}

function grantShown({ grant_type: sent }: Fields): string | undefined {
  return quoted('grant_type', sent, [...GRANT_TYPES, ...grantTypesOf(FLOW_NAMES)]);
}

function unknownClient({ ctx, fields, deps }: Refused): SentValues {
  const { domain, configuration } = deps;
  const sent = credentialsClientId(ctx) ?? textOf(fields.client_id) ?? '';
  const elsewhere = configuration.domains.find(
    (other) => other.tenantId === domain.tenantId && configuration.application(other, sent),
  );
  if (elsewhere !== undefined) return { expected: `the domain ${elsewhere.issuer}` };
  const ids = configuration.applications(domain).map(({ clientId }) => clientId);
  const meant = ids.length > 1_000 ? undefined : closestName(sent, ids);
  return { expected: meant && `perhaps client_id "${meant}"` };
}

function channels({ fields, deps }: Refused): SentValues {
  const acr = parseAcr(textOf(fields.acr_values) ?? '');
  const offer = acr && deps.configuration.catalogue.offerOf(acr);
  const variant = offer?.variants.find((one) => one.acr === acr);
  const offered = Object.keys(variant?.channels ?? {}).join(', ');
  return { sent: named('acr_values', acr), expected: offered && `one of its channels: ${offered}` };
}

/** The acr values of the domain whose eIDs sign texts. */
function signers(refused: Refused): SentValues {
  const { domain, configuration } = refused.deps;
  const signing = domain.acrValues.filter(
    (acr) => configuration.catalogue.offerOf(acr)?.texts.signature !== undefined,
  );
  const expected = signing.length === 0 ? 'no eID of this domain signs' : shownList(signing);
  return { sent: acrShown(refused), expected };
}
