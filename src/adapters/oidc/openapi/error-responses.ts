import type { Json, JsonObject } from '../../../domain/json.ts';
import { CLIENT_AUTHENTICATION } from '../errors/entries/client-authentication.ts';
import { ENDING_ENTRIES } from '../errors/entries/eid.ts';
import { ANY_ENDPOINT } from '../errors/entries/endpoints.ts';
import type { Entries, Entry } from '../errors/entry.ts';

const { 'application-unknown': APPLICATION_UNKNOWN, ...EVERYWHERE } = ANY_ENDPOINT;
const TOO_MANY = { 'too-many-requests': ENDING_ENTRIES['too-many-requests'] };

/** The one error of the discovery document. */
export const UNKNOWN_APPLICATION = { 'application-unknown': APPLICATION_UNKNOWN };

/** The error responses of an endpoint: which entries of the catalogue, beside those of any endpoint. */
interface Refusals {
  readonly themes: readonly Entries[];
  /** The client authenticates; true when absent. */
  readonly isForClients?: boolean;
  /** The components with the schemas of errors of their own shape, by their codes. */
  readonly own?: Readonly<Record<string, string>>;
  /** Components of other shapes that a 400 may have. */
  readonly also?: readonly string[];
}

/** One response for each status, with the error codes of the catalogue that come with it. */
export function errorResponses({
  themes,
  isForClients = true,
  own = {},
  also = [],
}: Refusals): JsonObject {
  const all = [...themes, ...(isForClients ? [CLIENT_AUTHENTICATION] : []), EVERYWHERE, TOO_MANY];
  const entries = all.flatMap((theme): readonly Entry[] => Object.values(theme));
  const statuses = [...new Set(entries.map(statusOf))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = codesOf(entries.filter((entry) => statusOf(entry) === status));
      return [String(status), responseOf(status, codes, { own, also: status === 400 ? also : [] })];
    }),
  );
}

function statusOf({ status = 400 }: Entry): number {
  return status;
}

function codesOf(entries: readonly Entry[]): readonly string[] {
  const codes = entries.flatMap(({ error, otherError = error }) => [error, otherError]);
  return [...new Set(codes)].sort();
}

function responseOf(
  status: number,
  codes: readonly string[],
  { own, also }: Required<Pick<Refusals, 'own' | 'also'>>,
): JsonObject {
  const plain = codes.filter((code) => own[code] === undefined);
  const components = new Set([...codes.flatMap((code) => own[code] ?? []), ...also]);
  const schemas: readonly Json[] = [
    { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { error: { enum: plain } } }] },
    ...[...components].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  ];
  return {
    description: `${codes.join(', ')}: cause and remedy are in the catalogue of errors.`,
    ...((status === 429 || status === 503) && { headers: RETRY_AFTER }),
    content: { 'application/json': { schema: { anyOf: schemas } } },
  };
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until the next try.', schema: { type: 'integer' } },
};
