import { type JsonSchema, objectOf } from './json-schema.ts';
import { PROBLEM_TITLES, PROBLEM_TYPE, type ProblemStatus } from './problem.ts';
import { queryParametersOf } from './read-parameters.ts';
import type { Parameter, Route, RouteAnswer } from './route.ts';
import { mayWait } from './second-person.ts';

/** The parts of the description beside the routes. */
export interface Described {
  readonly routes: readonly Route[];
  /** By name; routes refer to them as `#/components/schemas/<name>`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** The origin of the API. */
  readonly url: string;
  readonly version: string;
}

const PROBLEM: JsonSchema = objectOf(
  {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string', description: 'The id of the request in the log.' },
    errors: {
      type: 'array',
      description: 'Each fault with its place: the path of a setting, or the name of a parameter.',
      items: objectOf({ path: { type: 'string' }, message: { type: 'string' } }),
    },
  },
  { description: 'RFC 9457.' },
);

const ETAG_HEADER = {
  ETag: { description: 'The version of the object, for If-Match.', schema: { type: 'string' } },
};

/** The OpenAPI 3.1 description of the routes. */
export function openApiDocument({ routes, schemas, url, version }: Described) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'eid-broker management API',
      version,
      description: 'Settings, events and logins of tenants. Not for the public.',
    },
    servers: [{ url }],
    security: [{ token: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token.' },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-management' },
      },
      schemas: { ...schemas, Problem: PROBLEM },
      responses: problemResponses(),
    },
  };
}

function operationOf(route: Route) {
  const { name, summary, permission, params = {}, body, isConditional } = route;
  const headers = [
    ...(isConditional ? [IF_MATCH] : []),
    ...(route.method === 'GET' ? [] : [REASON]),
  ];
  return {
    operationId: name,
    summary,
    tags: [tagOf(route.path)],
    ...(permission === 'public' && { security: [] }),
    'x-permission': permission,
    parameters: [
      ...Object.entries(params).map(([key, one]) => parameter(key, 'path', one)),
      ...Object.entries(queryParametersOf(route)).map(([key, one]) => parameter(key, 'query', one)),
      ...headers,
    ],
    ...(body !== undefined && {
      requestBody: {
        required: body.optional !== true,
        content: Object.fromEntries(body.types.map((type) => [type, { schema: body.schema }])),
      },
    }),
    responses: { ...successes(route), ...failures(route) },
  };
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The ETag of the object; `*` for any version.',
  schema: { type: 'string' },
};
const REASON = {
  name: 'Reason',
  in: 'header',
  description: 'Why, for the audit.',
  schema: { type: 'string', maxLength: 500 },
};

function tagOf(path: string): string {
  const parts = path.split('/').slice(2);
  return (parts[0] === 'tenants' ? parts[2] : parts[0]) ?? 'tenants';
}

function parameter(name: string, place: 'path' | 'query', { required, ...one }: Parameter) {
  return { name, in: place, required: place === 'path' || required === true, ...one };
}

const WAITS: Route['answers'] = {
  202: {
    description: 'It waits for a second person, whom the tenant requires.',
    content: { 'application/json': { $ref: '#/components/schemas/Approval' } },
    hasLocation: true,
  },
};

function successes(route: Route) {
  const { answers } = route;
  return Object.fromEntries(
    Object.entries({ ...answers, ...(mayWait(route) && WAITS) }).map(([status, answer]) => [
      status,
      response(answer),
    ]),
  );
}

function response({ description, content, hasEtag, hasLocation }: RouteAnswer) {
  const headers = {
    ...(hasEtag && ETAG_HEADER),
    ...(hasLocation && { Location: { schema: { type: 'string' } } }),
  };
  return {
    description,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(content && {
      content: Object.fromEntries(
        Object.entries(content).map(([type, schema]) => [type, { schema }]),
      ),
    }),
  };
}

/** The problem documents, one response for each status. */
function problemResponses() {
  const content = { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } };
  return Object.fromEntries(
    Object.entries(PROBLEM_TITLES).map(([status, description]) => [
      `Problem${status}`,
      { description, content },
    ]),
  );
}

function failures(route: Route) {
  return Object.fromEntries(
    failureStatuses(route).map((status) => [
      status,
      { $ref: `#/components/responses/Problem${status}` },
    ]),
  );
}

/** The statuses of failure that a route can have. */
function failureStatuses(route: Route): readonly ProblemStatus[] {
  const { permission, params, body, isConditional, problems = [] } = route;
  const isPublic = permission === 'public';
  const statuses = new Set<ProblemStatus>([
    400,
    ...(isPublic ? [] : ([401, 403] as const)),
    ...(params === undefined ? [] : ([404] as const)),
    ...(body === undefined ? [] : ([413, 415, 422] as const)),
    ...(mayWait(route) ? ([409] as const) : []),
    ...(isConditional ? ([409, 412, 422, 428] as const) : []),
    ...problems,
    421,
    429,
    500,
    503,
  ]);
  return [...statuses].sort((one, other) => one - other);
}
