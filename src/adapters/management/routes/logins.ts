import type { JsonObject } from '../../../domain/json.ts';
import type { RecordAct } from '../../../management/administrators/record-act.ts';
import type {
  ExplainedLogins,
  LoginCursor,
  LoginFilter,
} from '../../../management/logins/explained-logins.ts';
import type { Clock, NewId } from '../../../ports/runtime.ts';
import { objectOf } from '../json-schema.ts';
import { ApiProblem } from '../problem.ts';
import { type ApiRequest, defineRoute, type Route } from '../route.ts';
import { actorOf } from './access/access-deps.ts';
import { cursorIn, cursorText, json, limitOf, named, PAGE, pageOf, TENANT } from './schemas.ts';

/** What the routes of logins need. */
export interface LoginDeps {
  readonly logins: ExplainedLogins;
  readonly recordAct: RecordAct;
  readonly url: string;
  readonly newId: NewId;
  readonly clock: Clock;
}

const PATH = '/api/tenants/:tenant/logins';
const LINK_MS = 24 * 60 * 60 * 1_000;
const MOMENT = { type: 'string', format: 'date-time' } as const;
const TEXT = { type: 'string', minLength: 1, maxLength: 300 } as const;
const CODE = {
  description: 'The support code, in any case, with or without the dash: `K7F2-QX9M`.',
  schema: { type: 'string', minLength: 8, maxLength: 20 },
} as const;
const FILTERS = {
  outcome: {
    description: 'An outcome, or `pending`. One that no login has finds none.',
    schema: TEXT,
  },
  application: { description: 'A client id.', schema: TEXT },
  eid: { description: 'The name of an eID.', schema: TEXT },
  error: { description: 'The key of an error in the catalogue.', schema: TEXT },
  from: { description: 'Begun from then on.', schema: MOMENT },
  until: { description: 'Begun before then.', schema: MOMENT },
  search: {
    description: 'A support code, the `state` of the application, a request id or a trace id.',
    schema: TEXT,
  },
} as const;

/** The logins of a tenant, and the story of each. */
export function loginRoutes({ logins, recordAct, url, newId, clock }: LoginDeps): Route[] {
  const one = { tenant: TENANT, code: CODE };
  return [
    defineRoute({
      name: 'listLogins',
      method: 'GET',
      path: PATH,
      summary: 'The logins of a tenant, the latest first.',
      permission: 'logins.read',
      params: { tenant: TENANT },
      query: { ...PAGE, ...FILTERS },
      answers: {
        200: json(
          'A page. It may have fewer logins than the limit, or none, where few of many fit the filter.',
          pageOf(named('Login')),
        ),
      },
      async handle({ params: { tenant = '' }, query }) {
        const page = { limit: limitOf(query), after: cursorIn(query, isLoginCursor) };
        const { items, next } = await logins.list(tenant, filterIn(query), page);
        return {
          status: 200,
          body: { items, next: next === undefined ? null : cursorText(next) },
        };
      },
    }),

    defineRoute({
      name: 'readLogin',
      method: 'GET',
      path: `${PATH}/:code`,
      summary: 'The story of a login: its steps, the cause of its end, and who must act.',
      permission: 'logins.read',
      params: one,
      answers: { 200: json('The login.', named('Login')) },
      async handle({ params: { tenant = '', code = '' } }) {
        return { status: 200, body: known(await logins.find(tenant, code)) };
      },
    }),

    defineRoute({
      name: 'shareLogin',
      method: 'POST',
      path: `${PATH}/:code/link`,
      summary: 'A link to the story for somebody without an account. It is valid for 24 hours.',
      permission: 'logins.share',
      params: one,
      answers: {
        201: json(
          'The link.',
          objectOf({ url: { type: 'string' }, token: { type: 'string' }, expiresAt: MOMENT }),
        ),
      },
      async handle(request) {
        request.authorize({});
        const { tenant = '', code: text = '' } = request.params;
        const { code } = known(await logins.find(tenant, text));
        const token = newId();
        const expiresAt = new Date(clock().getTime() + LINK_MS);
        const event = {
          tenant,
          act: 'logins.share',
          object: `login ${code}`,
          after: { expiresAt: expiresAt.toISOString() },
          reason: request.reason,
        };
        await recordAct(actorOf(request), event, async () => {
          if (!(await logins.share(tenant, { code, token, expiresAt }))) known(undefined);
        });
        // A fragment is in no log and no Referer.
        return { status: 201, body: { url: `${url}/shared-login#${token}`, token, expiresAt } };
      },
    }),

    defineRoute({
      name: 'readSharedLogin',
      method: 'POST',
      path: '/api/shared-login',
      summary: 'The login behind the token of a link.',
      permission: 'public',
      body: {
        types: ['application/json'],
        schema: {
          type: 'object',
          properties: { token: { type: 'string', pattern: '^[\\w-]{43}$' } },
          required: ['token'],
          additionalProperties: false,
        },
      },
      answers: { 200: json('The login.', named('Login')) },
      problems: [404],
      async handle({ body }) {
        const { token } = body as { readonly token: string };
        return { status: 200, body: known(await logins.findShared(token, clock())) };
      },
    }),
  ];
}

function known<Login>(login: Login | undefined): Login {
  if (login === undefined)
    throw new ApiProblem(404, 'No login has this code, or it is kept no more.');
  return login;
}

function filterIn(query: ApiRequest['query']): LoginFilter {
  const text = (name: string) => (query[name] === undefined ? undefined : String(query[name]));
  const moment = (name: string) =>
    query[name] === undefined ? undefined : new Date(String(query[name]));
  return {
    outcome: text('outcome'),
    clientId: text('application'),
    eid: text('eid'),
    error: text('error'),
    from: moment('from'),
    until: moment('until'),
    search: text('search'),
  };
}

function isLoginCursor(value: unknown): value is LoginCursor {
  const { beganAt, code } = Object(value) as Partial<JsonObject>;
  return (
    typeof beganAt === 'string' &&
    /^20\d\d-/.test(beganAt) &&
    !Number.isNaN(Date.parse(beganAt)) &&
    /^[2-9A-Z]{8}$/.test(String(code))
  );
}
