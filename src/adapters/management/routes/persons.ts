import type { RecordAct } from '../../../management/administrators/record-act.ts';
import type { Erasure } from '../../../ports/persons.ts';
import type { Clock } from '../../../ports/runtime.ts';
import type { StoredObjects } from '../../../ports/stored-objects.ts';
import { objectOf } from '../json-schema.ts';
import { ApiProblem } from '../problem.ts';
import { defineRoute, type Route } from '../route.ts';
import { actorOf } from './access/access-deps.ts';
import { json, TENANT } from './schemas.ts';

/** What erasing a person needs. */
export interface PersonDeps {
  readonly storedObjects: Pick<StoredObjects, 'tenantFrame'>;
  readonly erasure: Erasure;
  /** The ids of the eIDs that a text may mean; empty when it is no national identity number. */
  readonly nationalIdsOf: (text: string, now: Date) => readonly string[];
  readonly recordAct: RecordAct;
  readonly clock: Clock;
}

const COUNT = { type: 'integer', minimum: 0 } as const;
const ERASED = objectOf({ attempts: COUNT, codesAndTokens: COUNT, sessions: COUNT });

/** Erases a person. The number is in the body, since URLs are logged; no answer, event or log line has it. */
export function personRoutes(deps: PersonDeps): Route[] {
  const { storedObjects, erasure, nationalIdsOf, recordAct, clock } = deps;
  return [
    defineRoute({
      name: 'erasePerson',
      method: 'POST',
      path: '/api/tenants/:tenant/persons/erase',
      summary:
        'Deletes the stored data of one person: logins and signatures, their codes and tokens, sessions.',
      permission: 'persons.erase',
      params: { tenant: TENANT },
      body: {
        types: ['application/json'],
        schema: {
          type: 'object',
          properties: {
            personalNumber: {
              type: 'string',
              description: "The national number of any eID's country, in any of its spellings.",
              minLength: 1,
              maxLength: 40,
            },
          },
          required: ['personalNumber'],
          additionalProperties: false,
        },
      },
      answers: { 200: json('The number of deleted rows.', ERASED) },
      async handle(request) {
        request.authorize({ removes: true });
        const { tenant: tenantId = '' } = request.params;
        const { personalNumber } = request.body as { readonly personalNumber: string };
        const nationalIds = nationalIdsOf(personalNumber, clock());
        if (nationalIds.length === 0) throw unknownNumber();
        if ((await storedObjects.tenantFrame(tenantId)) === undefined) {
          throw new ApiProblem(404, 'There is no such tenant.');
        }
        const { reason } = request;
        const act = { tenant: tenantId, act: 'persons.erase', object: 'a person', reason };
        const erase = () => erasure.erase({ tenantId, nationalIds });
        return { status: 200, body: await recordAct(actorOf(request), act, erase) };
      },
    }),
  ];
}

function unknownNumber(): ApiProblem {
  const message = 'is no national identity number of an eID';
  return new ApiProblem(422, 'The body does not fit its schema.', {
    errors: [{ path: 'personalNumber', message }],
  });
}
