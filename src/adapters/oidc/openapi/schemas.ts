import type { JsonObject } from '../../../domain/json.ts';
import { lifetimes } from '../../../domain/lifetimes.ts';
import { REQUEST_ID } from '../endpoints.ts';
import { PENDING, POLL_REFUSALS } from '../errors/entries/backchannel.ts';

const text = (description: string, more: JsonObject = {}) => ({
  type: 'string',
  description,
  ...more,
});
const seconds = (description: string, example: number) => ({
  type: 'integer',
  minimum: 1,
  description,
  examples: [example],
});

const pendingCodes = Object.values({ ...PENDING, ...POLL_REFUSALS }).map(({ error }) => error);
const pendingTexts = Object.values(PENDING).map(({ description }) => description);

const SUPPORT_CODE_MEMBER = text(
  'Names the login, or the refused request, for support. The header `Support-Code` has it too.',
);

/** The bodies of responses, by name. */
export const SCHEMAS: JsonObject = {
  Error: {
    type: 'object',
    description: 'A refusal. The page `/errors/…` behind `error_uri` explains it.',
    required: ['error'],
    properties: {
      error: text('The code of OAuth or OpenID Connect.'),
      error_description: text('The reason, in ASCII.'),
      error_uri: text('The page that explains the error.', { format: 'uri' }),
      origin: text('The origin of the page whose script was refused.'),
      support_code: SUPPORT_CODE_MEMBER,
    },
    examples: [{ error: 'invalid_grant', error_description: 'grant request is invalid' }],
  },
  AcrData: {
    type: 'object',
    description:
      'What the application shows to the person. Which members there are depends on the eID.',
    properties: {
      qrData: text('The text of the QR code for this second; empty without a code.'),
      autoStartToken: text('Opens the order in the app on the same device.'),
      verificationCode: text('The person compares it with the app.'),
      hintCode: text('The eID’s code for the state.'),
    },
    additionalProperties: false,
    examples: [{ qrData: '67df3917.0.dc69', hintCode: 'outstandingTransaction' }],
  },
  PendingCiba: {
    type: 'object',
    required: ['error', 'error_description'],
    properties: {
      error: { enum: [...new Set(pendingCodes)] },
      error_description: text(`While pending: ${pendingTexts.join('; ')}.`),
    },
    additionalProperties: false,
    examples: [{ error: 'authorization_pending', error_description: pendingTexts[0] ?? '' }],
  },
  StateOfHeadless: {
    type: 'object',
    description: 'The state of a pending headless request, or why it ended.',
    required: ['error', 'error_description', 'acr_data'],
    properties: {
      error: text('`authorization_pending`, `slow_down`, or how the request ended.'),
      error_description: text('As for CIBA.'),
      acr_data: { $ref: '#/components/schemas/AcrData' },
      support_code: SUPPORT_CODE_MEMBER,
    },
    additionalProperties: false,
    examples: [
      {
        error: 'authorization_pending',
        error_description: pendingTexts[0] ?? '',
        acr_data: { qrData: '67df3917.5.949d', hintCode: 'outstandingTransaction' },
      },
    ],
  },
  Tokens: {
    type: 'object',
    required: ['access_token', 'token_type', 'expires_in', 'id_token'],
    properties: {
      access_token: text('Opaque; for userinfo alone.'),
      token_type: { const: 'Bearer' },
      expires_in: seconds('The lifetime of the access token.', lifetimes.accessToken),
      id_token: text('A signed JWT.', { pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$' }),
      scope: text('The granted scope.'),
    },
    additionalProperties: false,
    examples: [
      {
        access_token: 'kP0tZ7…',
        token_type: 'Bearer',
        expires_in: lifetimes.accessToken,
        id_token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ7fSJ9.c2ln',
        scope: 'openid',
      },
    ],
  },
  HeadlessStarted: {
    type: 'object',
    required: [REQUEST_ID.headless, 'expires_in', 'acr_data'],
    properties: {
      [REQUEST_ID.headless]: text('Names the request in polls.'),
      expires_in: seconds('The lifetime of the request.', lifetimes.request),
      acr_data: { $ref: '#/components/schemas/AcrData' },
    },
    additionalProperties: false,
    examples: [
      {
        [REQUEST_ID.headless]: '9b40a3c2',
        expires_in: lifetimes.request,
        acr_data: { qrData: '67df3917.0.dc69', autoStartToken: '7c40b5c9' },
      },
    ],
  },
  CibaStarted: {
    type: 'object',
    required: [REQUEST_ID.ciba, 'expires_in', 'interval'],
    properties: {
      [REQUEST_ID.ciba]: text('Names the request in polls.'),
      expires_in: seconds('The lifetime of the request.', lifetimes.request),
      interval: seconds('Between two polls.', lifetimes.pollInterval),
      bindingMessage: text('Words of the eID, to be read out to the person.'),
    },
    additionalProperties: false,
    examples: [
      {
        [REQUEST_ID.ciba]: '2f1c77d0',
        expires_in: lifetimes.request,
        interval: lifetimes.pollInterval,
      },
    ],
  },
  PushedRequest: {
    type: 'object',
    required: ['request_uri', 'expires_in'],
    properties: {
      request_uri: text('Stands for the request at the authorization endpoint.', {
        pattern: '^urn:ietf:params:oauth:request_uri:',
      }),
      expires_in: seconds('The lifetime of the reference.', lifetimes.request),
    },
    additionalProperties: false,
    examples: [
      { request_uri: 'urn:ietf:params:oauth:request_uri:6GWvlq', expires_in: lifetimes.request },
    ],
  },
  Cancelled: { type: 'object', maxProperties: 0, examples: [{}] },
  HeadlessUpdate: {
    $ref: '#/components/schemas/AcrData',
    description: 'The data of an event `update`, one each second.',
  },
  HeadlessOutcome: {
    description: 'The data of the one event `outcome`, the last.',
    anyOf: [
      {
        type: 'object',
        required: ['state'],
        properties: { state: { const: 'completed' } },
        additionalProperties: false,
      },
      { $ref: '#/components/schemas/StateOfHeadless' },
    ],
    examples: [{ state: 'completed' }],
  },
  Claims: {
    type: 'object',
    description: 'The claims of the ID token. Those of each eID are in docs/claims.',
    required: ['sub'],
    properties: { sub: text('The person’s pseudonym in this tenant.', { pattern: '^\\{.+\\}$' }) },
    examples: [{ sub: '{4a52d86d-cce5-44c9-9991-fa4ff79f3ea7}', name: 'Tolvan Tolvansson' }],
  },
  KeySet: {
    type: 'object',
    required: ['keys'],
    properties: {
      keys: {
        type: 'array',
        items: {
          type: 'object',
          required: ['kty', 'kid', 'alg', 'use'],
          properties: { use: { const: 'sig' }, kty: text('RSA or EC.'), kid: text('Its id.') },
          not: { required: ['d'] },
        },
      },
    },
  },
  Discovery: {
    type: 'object',
    required: [
      'issuer',
      'authorization_endpoint',
      'token_endpoint',
      'userinfo_endpoint',
      'jwks_uri',
      'acr_values_supported',
      'scopes_supported',
    ],
    properties: {
      issuer: text('The base of all addresses.', { format: 'uri' }),
      acr_values_supported: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      scopes_supported: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      acr_values_titles: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
};
