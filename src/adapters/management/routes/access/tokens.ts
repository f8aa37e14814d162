import { mayPassOn, type Permission, type Role } from '../../../../domain/administrator.ts';
import { actingAs, managementEvent } from '../../../../domain/management-event.ts';
import { ONE_LINE } from '../../../../domain/storable-text.ts';
import {
  MAX_TOKEN_DAYS,
  type MadeToken,
  USUAL_TOKEN_DAYS,
} from '../../../../management/administrators/make-token.ts';
import type { ApiToken } from '../../../../ports/administrators.ts';
import { ApiProblem } from '../../problem.ts';
import { Refusal } from '../../require-allowed.ts';
import { type ApiRequest, defineRoute, type Parameter, type Route } from '../../route.ts';
import { json, wholeList } from '../schemas.ts';
import { type AccessDeps, actorOf, filterOf, SCOPES, type Scope, tenantOf } from './access-deps.ts';
import { NEW_TOKEN, PERMISSION_LIST, ROLE, TOKEN } from './access-schemas.ts';

const ID: Parameter = {
  description: 'The id of the token.',
  schema: { type: 'string', pattern: '^tok_[\\w-]{1,50}$' },
};

const BODY = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 80, pattern: ONE_LINE },
    role: ROLE,
    permissions: { ...PERMISSION_LIST, description: 'Only these of the role.' },
    days: { type: 'integer', minimum: 1, maximum: MAX_TOKEN_DAYS, default: USUAL_TOKEN_DAYS },
  },
  required: ['name', 'role'],
  additionalProperties: false,
};

interface TokenBody {
  readonly name: string;
  readonly role: Role;
  readonly permissions?: readonly Permission[];
  readonly days?: number;
}

/** API tokens, in each tenant and in the whole installation. */
export function tokenRoutes(deps: AccessDeps): Route[] {
  return [...SCOPES.flatMap((scope) => routesOf(scope, deps)), ownRotation(deps)];
}

function routesOf({ path, suffix, where, params }: Scope, deps: AccessDeps): Route[] {
  const { apiTokens, tokens, newId, clock } = deps;
  return [
    defineRoute({
      name: `listTokens${suffix}`,
      method: 'GET',
      path: `${path}/tokens`,
      summary: `The API tokens ${where}, without their secrets.`,
      permission: 'tokens.read',
      params,
      answers: { 200: json('The tokens.', wholeList(TOKEN)) },
      async handle(request) {
        const items = (await apiTokens.list(filterOf(request))).map(shown);
        return { status: 200, body: { items, next: null } };
      },
    }),

    defineRoute({
      name: `createToken${suffix}`,
      method: 'POST',
      path: `${path}/tokens`,
      summary: `Makes an API token ${where}, with no more rights than the caller has.`,
      permission: 'tokens.write',
      params,
      body: { types: ['application/json'], schema: BODY },
      answers: { 201: json('The token, with its secret.', NEW_TOKEN) },
      async handle(request) {
        request.authorize({});
        const { name, role, permissions, days = USUAL_TOKEN_DAYS } = request.body as TokenBody;
        const tenant = tenantOf(request);
        if (!mayPassOn(request.principal, { tenant, role }, permissions)) {
          throw new Refusal(403, 'A token cannot have more rights than who makes it.');
        }
        const { reason, principal } = request;
        const createdBy = principal.person;
        const wanted = { name, tenant, role, permissions, days, createdBy, reason };
        return made(await tokens.make(wanted, actorOf(request)));
      },
    }),

    defineRoute({
      name: `revokeToken${suffix}`,
      method: 'DELETE',
      path: `${path}/tokens/:id`,
      summary: 'Ends a token at once.',
      permission: 'tokens.write',
      params: { ...params, id: ID },
      answers: { 204: { description: 'It is done.' } },
      problems: [404],
      async handle(request) {
        request.authorize({ removes: true });
        const token = await tokenIn(request);
        const act = {
          tenant: token.tenant,
          act: 'tokens.write',
          outcome: 'done',
          object: `token ${token.id}`,
          before: { name: token.name, role: token.role },
          reason: request.reason,
        } as const;
        const event = managementEvent(actorOf(request), act, { unique: newId(), at: clock() });
        if (await apiTokens.revoke(token.id, event)) return { status: 204 };
        throw new ApiProblem(404, 'There is no such token.');
      },
    }),
  ];

  /** A token of another tenant looks absent. */
  async function tokenIn(request: ApiRequest): Promise<ApiToken> {
    const token = await apiTokens.read(request.params.id ?? '');
    const tenant = filterOf(request);
    if (token !== undefined && (tenant === undefined || token.tenant === tenant)) return token;
    throw new ApiProblem(404, 'There is no such token.');
  }
}

/** A token may replace its own secret, whatever its permissions. */
function ownRotation({ apiTokens, tokens }: AccessDeps): Route {
  return defineRoute({
    name: 'rotateOwnToken',
    method: 'POST',
    path: '/api/tokens/own/rotate',
    summary:
      'A new secret for the token of this call; the old one ends at once, the token when it would have.',
    permission: 'anybody',
    answers: { 200: json('The token, with its new secret.', NEW_TOKEN) },
    problems: [409],
    async handle({ principal }) {
      const token = principal.kind === 'token' ? await apiTokens.read(principal.id) : undefined;
      if (token === undefined) throw new ApiProblem(409, 'Only a token rotates itself.');
      const rotated = await tokens.rotate(token, actingAs(principal, token.tenant));
      if (rotated === undefined) throw new ApiProblem(409, 'The token was revoked meanwhile.');
      return { ...made(rotated), status: 200 };
    },
  });
}

function made({ token, secret }: MadeToken) {
  return { status: 201, body: { ...shown(token), secret } };
}

function shown(token: ApiToken) {
  const { permissions = null, usedAt = null } = token;
  return { ...token, permissions, usedAt };
}
