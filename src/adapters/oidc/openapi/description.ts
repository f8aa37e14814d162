import type { Json, JsonObject } from '../../../domain/json.ts';
import { BACKCHANNEL_ENDPOINTS, DISCOVERY, ENDPOINTS, LOGOUT } from '../endpoints.ts';
import {
  AUTHORIZATION_REQUESTS,
  PUSHED_REQUESTS,
} from '../errors/entries/authorization-requests.ts';
import {
  BACKCHANNEL_REFUSALS,
  CIBA_REQUESTS,
  PENDING,
  POLL_REFUSALS,
} from '../errors/entries/backchannel.ts';
import { SIGNED_REQUESTS } from '../errors/entries/client-authentication.ts';
import { EID_ENTRIES, ENDING_ENTRIES, POLL_ENDINGS } from '../errors/entries/eid.ts';
import { TOKEN_REQUESTS, USERINFO_REQUESTS } from '../errors/entries/endpoints.ts';
import { LOGIN_HINT_REFUSALS, REQUEST_REFUSALS } from '../errors/entries/request-refusals.ts';
import { errorResponses, UNKNOWN_APPLICATION } from './error-responses.ts';
import {
  authorizationParameters,
  CREDENTIALS,
  cibaParameters,
  formSchema,
  headlessParameters,
  LOGOUT_PARAMETERS,
  type Offered,
  type Parameter,
  PUSHED,
  queryParameters,
  requestIdParameter,
  TOKEN_FORMS,
} from './parameters.ts';
import { SCHEMAS } from './schemas.ts';

/** The domain that is described. */
export interface Described extends Offered {
  readonly issuer: string;
}

/** The description of a domain's endpoints: OpenAPI 3.1. */
export function openApiDocument({ issuer, ...offered }: Described): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'eid-broker',
      version: '1',
      description:
        'An OpenID Provider for national eIDs. Endpoints without `security` are for browsers or everybody.',
    },
    servers: [{ url: issuer }],
    paths: {
      [DISCOVERY]: { get: discovery },
      [ENDPOINTS.jwks]: { get: keys },
      [ENDPOINTS.authorization]: authorization(offered),
      [ENDPOINTS.pushed_authorization_request]: { post: pushed(offered) },
      [ENDPOINTS.token]: { post: token },
      [ENDPOINTS.userinfo]: { get: userinfo('readUserinfo'), post: userinfo('postUserinfo') },
      [BACKCHANNEL_ENDPOINTS.headlessAuthorize]: { post: headless(offered) },
      [BACKCHANNEL_ENDPOINTS.headlessEvents]: { post: headlessEvents },
      [BACKCHANNEL_ENDPOINTS.headlessCancel]: { post: cancel('headless', 'cancelHeadless') },
      [ENDPOINTS.backchannel_authentication]: { post: ciba(offered) },
      [BACKCHANNEL_ENDPOINTS.cibaCancel]: { post: cancel('ciba', 'cancelCiba') },
      [LOGOUT]: logout,
    },
    components: {
      schemas: {
        ...SCHEMAS,
        ...Object.fromEntries(
          Object.entries(TOKEN_FORMS).map(([name, fields]) => [name, authenticatedForm(fields)]),
        ),
      },
      securitySchemes: {
        secret: { type: 'http', scheme: 'basic', description: 'Client id and secret.' },
        accessToken: { type: 'http', scheme: 'bearer', description: 'The access token.' },
      },
    },
  };
}

/** By the header, or by the fields of the form. */
const CLIENT: Json = [{ secret: [] }, {}];

const START_REFUSALS = [
  REQUEST_REFUSALS,
  LOGIN_HINT_REFUSALS,
  AUTHORIZATION_REQUESTS,
  SIGNED_REQUESTS,
];

const discovery: JsonObject = {
  operationId: 'discover',
  summary: 'The endpoints, eIDs and algorithms.',
  parameters: [
    {
      name: 'client_id',
      in: 'query',
      description: 'Lists the eIDs of this application alone.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    ...errorResponses({ themes: [UNKNOWN_APPLICATION], isForClients: false }),
    200: json('The document.', 'Discovery'),
  },
};

const keys: JsonObject = {
  operationId: 'readKeys',
  summary: 'The public keys that verify ID tokens.',
  responses: {
    ...errorResponses({ themes: [], isForClients: false }),
    200: json('The keys.', 'KeySet'),
  },
};

const PAGE = { 'text/html': { schema: { type: 'string' } } };

/** A browser's request: by query, or as a posted form. */
function authorization(offered: Offered): JsonObject {
  const parameters = [...authorizationParameters(offered), PUSHED];
  const responses = {
    '303': redirect('To the login page, or with the result to the application.'),
    '302': redirect('As 303.'),
    '200': { description: 'A page that posts the result to the application.', content: PAGE },
    '400': { description: 'A page for the person, when no redirect is possible.', content: PAGE },
    '429': { description: 'A page: too many requests.', content: PAGE },
    '503': { description: 'A page: try again later.', content: PAGE },
  };
  return {
    get: {
      operationId: 'authorize',
      summary: 'Begins a login in the person’s browser.',
      description: 'With `request_uri` only `client_id` is needed beside it.',
      parameters: queryParameters(parameters),
      responses,
    },
    post: {
      operationId: 'authorizeByForm',
      summary: 'The same as a posted form.',
      requestBody: form(formSchema(parameters)),
      responses,
    },
  };
}

function pushed(offered: Offered): JsonObject {
  return {
    operationId: 'pushRequest',
    summary: 'Stores an authorization request (RFC 9126).',
    security: CLIENT,
    requestBody: form(authenticatedForm(authorizationParameters(offered))),
    responses: {
      ...errorResponses({ themes: [...START_REFUSALS, PUSHED_REQUESTS] }),
      201: json('The reference for the browser.', 'PushedRequest'),
    },
  };
}

/** A state of a pending request has members of its own. */
const STATES = Object.fromEntries(
  Object.values({ ...PENDING, ...POLL_REFUSALS }).map(({ error }) => [error, 'PendingCiba']),
);

const token: JsonObject = {
  operationId: 'redeem',
  summary: 'Exchanges a code, or polls a CIBA or headless request.',
  security: CLIENT,
  requestBody: form({
    oneOf: Object.keys(TOKEN_FORMS).map((name) => ({ $ref: `#/components/schemas/${name}` })),
  }),
  responses: {
    ...errorResponses({
      themes: [
        TOKEN_REQUESTS,
        PENDING,
        POLL_REFUSALS,
        POLL_ENDINGS,
        ENDING_ENTRIES,
        REQUEST_REFUSALS,
      ],
      own: STATES,
      also: ['StateOfHeadless'],
    }),
    200: json('The tokens, once.', 'Tokens'),
  },
};

function userinfo(operationId: string): JsonObject {
  return {
    operationId,
    summary: 'The claims of the person.',
    security: [{ accessToken: [] }],
    responses: {
      ...errorResponses({ themes: [USERINFO_REQUESTS], isForClients: false }),
      200: json('The claims.', 'Claims'),
    },
  };
}

function headless(offered: Offered): JsonObject {
  return {
    operationId: 'startHeadless',
    summary: 'Starts a login whose QR code or link the application shows.',
    security: CLIENT,
    requestBody: form(authenticatedForm(headlessParameters(offered))),
    responses: {
      ...errorResponses({ themes: [...START_REFUSALS, BACKCHANNEL_REFUSALS, EID_ENTRIES] }),
      200: json('The started request.', 'HeadlessStarted'),
    },
  };
}

const headlessEvents: JsonObject = {
  operationId: 'watchHeadless',
  summary: 'The state of a request as server-sent events, until its end.',
  security: CLIENT,
  requestBody: form(authenticatedForm([requestIdParameter('headless')])),
  responses: {
    ...errorResponses({ themes: [TOKEN_REQUESTS, REQUEST_REFUSALS] }),
    200: {
      description:
        'Events `update` with `HeadlessUpdate` as data, then one `outcome` with `HeadlessOutcome`.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
  },
};

function ciba(offered: Offered): JsonObject {
  return {
    operationId: 'startCiba',
    summary: 'Starts a login of a person on the phone.',
    security: CLIENT,
    requestBody: form(authenticatedForm(cibaParameters(offered))),
    responses: {
      ...errorResponses({
        themes: [...START_REFUSALS, BACKCHANNEL_REFUSALS, CIBA_REQUESTS, EID_ENTRIES],
      }),
      200: json('The started request.', 'CibaStarted'),
    },
  };
}

function cancel(channel: 'ciba' | 'headless', operationId: string): JsonObject {
  return {
    operationId,
    summary: 'Cancels a request. It may be repeated.',
    security: CLIENT,
    requestBody: form(authenticatedForm([requestIdParameter(channel)])),
    responses: {
      ...errorResponses({ themes: [TOKEN_REQUESTS, REQUEST_REFUSALS] }),
      200: json('It is cancelled.', 'Cancelled'),
    },
  };
}

const LOGOUT_RESPONSES: JsonObject = {
  '303': redirect('To the registered URL.'),
  '302': redirect('As 303.'),
  '200': { description: 'A page that says so.', content: PAGE },
  '400': { description: 'A page with the error.', content: PAGE },
};

const logout: JsonObject = {
  get: {
    operationId: 'logOut',
    summary: 'Ends the session of the browser.',
    parameters: queryParameters(LOGOUT_PARAMETERS),
    responses: LOGOUT_RESPONSES,
  },
  post: {
    operationId: 'logOutByForm',
    summary: 'The same as a posted form.',
    requestBody: form(formSchema(LOGOUT_PARAMETERS)),
    responses: LOGOUT_RESPONSES,
  },
};

function authenticatedForm(parameters: readonly Parameter[]): JsonObject {
  const names = new Set(parameters.map(({ name }) => name));
  return formSchema([...parameters, ...CREDENTIALS.filter(({ name }) => !names.has(name))]);
}

function form(schema: JsonObject): JsonObject {
  return { required: true, content: { 'application/x-www-form-urlencoded': { schema } } };
}

function json(description: string, schema: keyof typeof SCHEMAS & string): JsonObject {
  const content = { schema: { $ref: `#/components/schemas/${schema}` } };
  return { description, content: { 'application/json': content } };
}

function redirect(description: string): JsonObject {
  const headers = { Location: { description: 'The address.', schema: { type: 'string' } } };
  return { description, headers };
}
