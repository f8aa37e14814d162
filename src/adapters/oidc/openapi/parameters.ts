import { RESPONSE_MODES } from '../../../domain/application.ts';
import { FLOW_NAMES } from '../../../domain/flow.ts';
import type { JsonObject } from '../../../domain/json.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { lifetimes } from '../../../domain/lifetimes.ts';
import { REQUEST_ID } from '../endpoints.ts';
import { CIBA_GRANT, HEADLESS_GRANTS, responseTypesOf } from '../grant-types.ts';

/** One parameter of a query or form. */
export interface Parameter {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired?: boolean;
}

/** The acr values and scopes that a domain offers. */
export interface Offered {
  readonly acrValues: readonly string[];
  readonly scopes: readonly string[];
}

const of = (name: string, description: string, more: JsonObject = {}): Parameter => ({
  name,
  schema: { type: 'string', description, ...more },
});
const required = (parameter: Parameter): Parameter => ({ ...parameter, isRequired: true });

const LOGIN_HINT = of('login_hint', 'Directives, separated by a space.', {
  examples: ['action:approve message:SGVsbG8='],
});
const REQUESTED_EXPIRY = of(
  'requested_expiry',
  `Seconds, at most ${lifetimes.request}: a shorter life of the request.`,
  { pattern: '^\\d+$' },
);

function acrValues({ acrValues: offered }: Offered): Parameter {
  return of(
    'acr_values',
    'The eID. Absent: that of `login_hint`, of the path, or the application’s `defaultAcrValues`.',
    { examples: offered.slice(0, 1), enum: offered },
  );
}

function scope({ scopes }: Offered): Parameter {
  return of('scope', `\`openid\`, and of these: ${scopes.join(', ')}.`, { examples: ['openid'] });
}

/** Of an authorization request, also of a pushed one. */
export function authorizationParameters(offered: Offered): readonly Parameter[] {
  return [
    required(of('response_type', 'What the login yields.', { enum: responseTypesOf(FLOW_NAMES) })),
    required(of('client_id', 'The application.', { examples: ['demo-web'] })),
    required(
      of('redirect_uri', 'One of the application’s, to the letter.', {
        format: 'uri',
        examples: ['http://localhost:9999/cb'],
      }),
    ),
    required(scope(offered)),
    acrValues(offered),
    of('response_mode', 'How the result arrives.', { enum: RESPONSE_MODES }),
    of('state', 'Returned unchanged.'),
    of('nonce', 'Returned in the ID token.'),
    LOGIN_HINT,
    of('prompt', 'Whether the person must log in again. Unknown values are ignored.', {
      examples: ['login'],
    }),
    of('max_age', 'The greatest age of a login in seconds.', { pattern: '^\\d+$' }),
    of('code_challenge', 'PKCE (RFC 7636).'),
    of('code_challenge_method', 'PKCE.', { enum: ['S256'] }),
    of('ui_locales', `Languages of the pages: ${LANGUAGES.join(', ')}.`),
    of('id_token_hint', 'An ID token of the person who must log in.'),
  ];
}

/** The authorization endpoint takes a pushed request in place of all others. */
export const PUSHED: Parameter = of('request_uri', 'A pushed request, in place of the others.');

/** Of `POST /oauth2/token`, by what it redeems. */
export const TOKEN_FORMS: Readonly<Record<string, readonly Parameter[]>> = {
  AuthorizationCode: [
    required(of('grant_type', 'A code.', { const: 'authorization_code' })),
    required(of('code', 'The code of the redirect.', { examples: ['Wq5h…'] })),
    required(
      of('redirect_uri', 'As in the authorization request.', {
        examples: ['http://localhost:9999/cb'],
      }),
    ),
    of('code_verifier', 'PKCE.'),
  ],
  CibaPoll: [
    required(of('grant_type', 'A CIBA request.', { const: CIBA_GRANT })),
    required(of(REQUEST_ID.ciba, 'The request.', { examples: ['2f1c77d0'] })),
  ],
  HeadlessPoll: [
    required(
      of('grant_type', 'A headless request.', {
        enum: HEADLESS_GRANTS,
        examples: HEADLESS_GRANTS.slice(0, 1),
      }),
    ),
    required(of(REQUEST_ID.headless, 'The request.', { examples: ['9b40a3c2'] })),
  ],
};

/** Of a client that authenticates in the form; others use the header. */
export const CREDENTIALS: readonly Parameter[] = [
  of('client_id', 'With a secret, or alone for a public application.'),
  of('client_secret', 'The secret; better in the header.'),
  of('client_assertion_type', 'With an assertion.', {
    const: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  }),
  of('client_assertion', 'A JWT, signed with the application’s key.'),
];

/** Of `POST /headless/authorize`. */
export function headlessParameters(offered: Offered): readonly Parameter[] {
  return [
    required(scope(offered)),
    acrValues(offered),
    LOGIN_HINT,
    of('end_user_ip', 'The address of the person’s device.', { examples: ['192.0.2.7'] }),
    of('return_url', 'The app opens it at the end: one of the redirect URIs.', { format: 'uri' }),
    REQUESTED_EXPIRY,
  ];
}

/** Of `POST /ciba/bc-authorize`. */
export function cibaParameters(offered: Offered): readonly Parameter[] {
  return [
    required(scope(offered)),
    acrValues(offered),
    of('login_hint', '`sub:ssn:` and the person’s number.', {
      examples: ['sub:ssn:191212121212'],
    }),
    of('id_token_hint', 'An ID token of the person, in place of `login_hint`.'),
    of('callInitiator', 'Who called.', { enum: ['RP', 'user'] }),
    of('binding_message', 'The sentence in the person’s app.', { examples: ['Hello from Demo'] }),
    of('authorization_details', 'JSON: `callInitiator` in another form.'),
    of('request', 'A signed request with all of these.'),
    REQUESTED_EXPIRY,
  ];
}

/** Of the cancel and events endpoints. */
export function requestIdParameter(channel: keyof typeof REQUEST_ID): Parameter {
  return required(of(REQUEST_ID[channel], 'The request.', { examples: ['9b40a3c2'] }));
}

/** Of a logout. */
export const LOGOUT_PARAMETERS: readonly Parameter[] = [
  of('post_logout_redirect_uri', 'A registered URL.', { format: 'uri' }),
  of('state', 'Returned in the query of that URL.'),
  of('id_token_hint', 'An ID token of the person.'),
  of('client_id', 'The URL must belong to this application.'),
  of('ui_locales', 'The language of the page.'),
  of('logout_hint', 'Ignored.'),
];

/** A form or query as one schema. A required example is built from those of its parameters. */
export function formSchema(parameters: readonly Parameter[]): JsonObject {
  const needed = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    ...(needed.length > 0 && { required: needed }),
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  };
}

/** As parameters of a query. */
export function queryParameters(parameters: readonly Parameter[]): readonly JsonObject[] {
  return parameters.map(
    ({ name, schema: { description = '', ...schema }, isRequired = false }) => ({
      name,
      in: 'query',
      required: isRequired,
      description,
      schema,
    }),
  );
}
