import { USUAL_DAYS } from '../../../../domain/outcome-rates.ts';
import type { ReadEidOutcomes } from '../../../../management/logins/eid-outcomes.ts';
import { objectOf } from '../../json-schema.ts';
import { defineRoute, type Route } from '../../route.ts';
import { json, TENANT } from '../schemas.ts';
import { KEY_PARAMETERS } from '../settings/object-kinds.ts';

const MOMENT = { type: 'string', format: 'date-time' } as const;

const OUTCOMES = objectOf({
  circuit: {
    enum: ['closed', 'half-open', 'open', null],
    description:
      'In the replica that answers. `open`: the eID failed and gets no calls for some seconds. Null: no login needed it yet.',
  },
  lastAnswerAt: { ...MOMENT, type: ['string', 'null'], description: 'In the same replica.' },
  until: { ...MOMENT, description: 'The end of the hour that is counted.' },
  verdict: {
    enum: ['usual', 'worse', 'too-few'],
    description:
      '`worse`: fewer of the logins at the eID succeed than usual, by three standard errors.',
  },
  items: {
    type: 'array',
    items: objectOf({
      outcome: { type: ['string', 'null'], description: 'Null: pending.' },
      now: { type: 'integer', description: 'Logins that began in the last hour.' },
      usual: {
        type: 'number',
        description: `The mean of the same hour of the ${USUAL_DAYS} days before.`,
      },
    }),
  },
});

/** How an eID does now. */
export function eidOutcomeRoutes({
  readEidOutcomes,
}: {
  readonly readEidOutcomes: ReadEidOutcomes;
}): Route[] {
  return [
    defineRoute({
      name: 'readEidOutcomes',
      method: 'GET',
      path: '/api/tenants/:tenant/eids/:eid/outcomes',
      summary:
        'The state of the circuit breaker, and how the logins of the last hour ended, beside the usual.',
      permission: 'logins.read',
      params: {
        tenant: TENANT,
        eid: KEY_PARAMETERS.eids,
      },
      answers: { 200: json('The last hour.', OUTCOMES) },
      async handle({ params: { tenant = '', eid = '' } }) {
        const { status, until, verdict, counts } = await readEidOutcomes(tenant, eid);
        const items = counts.map(({ outcome = null, now, before }) => ({
          outcome,
          now,
          usual: Math.round((before / USUAL_DAYS) * 10) / 10,
        }));
        const lastAnswerAt = status?.lastAnswer ?? null;
        const circuit = status?.circuit ?? null;
        return { status: 200, body: { circuit, lastAnswerAt, until, verdict, items } };
      },
    }),
  ];
}
