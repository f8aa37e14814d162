import type { KoaContextWithOIDC } from 'oidc-provider';

import type { RefusalReason } from '../../../domain/login-timeline.ts';
import { fieldNames } from '../request-fields.ts';
import { isLike } from './sent-kinds.ts';
import type { Refused, SentValues } from './sent-parts.ts';

/** The parameters of the protocols, also of those that this service does not have. */
const PARAMETERS: readonly string[] = [
  ...['client_id', 'client_secret', 'client_assertion', 'client_assertion_type', 'client_name'],
  ...['grant_type', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'username'],
  ...['password', 'assertion', 'audience', 'resource', 'device_code', 'subject_token'],
  ...['subject_token_type', 'actor_token', 'actor_token_type', 'requested_token_type'],
  ...['response_type', 'response_mode', 'scope', 'state', 'nonce', 'prompt', 'max_age', 'display'],
  ...['ui_locales', 'claims_locales', 'id_token_hint', 'login_hint', 'acr_values', 'claims'],
  ...['request', 'request_uri', 'registration', 'code_challenge', 'code_challenge_method'],
  ...['dpop_jkt', 'authorization_details', 'login_hint_token', 'binding_message', 'user_code'],
  ...['requested_expiry', 'client_notification_token', 'callInitiator', 'end_user_ip'],
  ...['return_url', 'auth_req_id', 'headless_req_id', 'post_logout_redirect_uri', 'logout_hint'],
  ...['access_token', 'token', 'token_type', 'token_type_hint', 'error', 'error_description'],
];
/** So many names are read, and so many shown. */
const MOST_READ = 30;
const MOST_SHOWN = 20;
const NAME = /^[A-Za-z_][\w.-]{0,40}$/;

/** The names that came: parameters of the protocols, also misspelt. Any other text may be a secret, and is counted. */
export function namesThatCame({ ctx }: Pick<Refused, 'ctx'>): SentValues {
  const all = fieldNames(ctx);
  if (all.length === 0) return { sent: 'no parameter at all' };
  const shown = all.slice(0, MOST_READ).filter(isParameter).slice(0, MOST_SHOWN);
  const hidden = all.length - shown.length;
  const others = hidden === 0 ? [] : [`${hidden} other name${hidden === 1 ? '' : 's'}`];
  return { sent: `the parameters ${[...shown, ...others].join(', ')}` };
}

function isParameter(name: string): boolean {
  return NAME.test(name) && isLike(name, PARAMETERS);
}

/** Why a form has none of its parameters: its body was written in another way. Undefined for a right form. */
export function formMistake(ctx: KoaContextWithOIDC): RefusalReason | undefined {
  const names = fieldNames(ctx)
    .slice(0, MOST_READ)
    .map((name) => name.slice(0, LONGEST).trim());
  if (names.some((name) => /^["']?[{[]/.test(name))) return 'form-is-json';
  return names.some(isEncodedPair) ? 'form-encoded-twice' : undefined;
}

/** In characters. A name may be a whole body. */
const LONGEST = 100;

/** A parameter with its value, in the place of a name. */
function isEncodedPair(name: string): boolean {
  const [first = '', ...rest] = name.split(/=|%(?:25)*3d/i);
  return rest.length > 0 && isParameter(first);
}
