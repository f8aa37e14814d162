import { array, type InferType, object, string } from 'yup';

import { WEBHOOK_EVENTS } from '../../domain/webhook.ts';
import type { Problem } from '../configuration-problems.ts';
import { environmentOf, problemsTest, uniqueMemberProblems, uniqueProblems } from './checks.ts';
import { calledUrlProblem } from './url-rules.ts';
import { listAt, memberAt, textAt } from './yaml-values.ts';

const WEBHOOK_ID = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Standard Webhooks: 24 to 64 bytes. */
const SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

const secretSchema = object({
  value: string().required().matches(SECRET, 'must be whsec_ and 24 to 64 bytes in base64').meta({
    secret: true,
    doc: 'As `{ env: NAME }` or `{ file: path }`: `whsec_` and 24 to 64 random bytes in base64.',
  }),
});

/** One webhook of the file. */
export const webhookSchema = object({
  id: string()
    .required()
    .matches(WEBHOOK_ID, 'must be 1 to 63 lower-case letters, digits and inner hyphens')
    .meta({
      doc: 'Unique in the tenant. A webhook with a new id gets events from then on.',
    }),
  url: string().required().meta({
    doc: 'The URL of the POST: https to a public address; for a tenant with test domains alone also http on the same machine.',
  }),
  events: array(
    string()
      .required()
      .oneOf(WEBHOOK_EVENTS, `must be one of ${WEBHOOK_EVENTS.join(', ')}`),
  )
    .min(1, 'must name an event, or be left out')
    .test(problemsTest('unique', uniqueProblems))
    .meta({ doc: `The events to send: \`${WEBHOOK_EVENTS.join('`, `')}\`.`, missing: 'all' }),
  secrets: array(secretSchema)
    .required()
    .min(1, 'must have a secret')
    .max(2, 'must have at most two secrets')
    .meta({ doc: 'Each signs the messages; two during a change.' }),
});

/** A webhook of the file, checked. */
export type WebhookInFile = InferType<typeof webhookSchema>;

/** The rules over a tenant's webhooks. One production domain makes the rules of production apply. */
export function webhookProblems(
  webhooks: readonly unknown[],
  domains: readonly unknown[],
): readonly Problem[] {
  const isProduction = domains.some((domain) => environmentOf(domain) === 'production');
  const environment = isProduction ? 'production' : 'test';
  return [
    ...uniqueMemberProblems(webhooks, 'id'),
    ...webhooks.flatMap((webhook, index) => {
      const url = textAt(webhook, 'url');
      const message = url === undefined ? undefined : calledUrlProblem(url, environment);
      return [
        ...(message === undefined ? [] : [{ path: `[${index}].url`, message }]),
        ...repeatedSecrets(webhook).map(({ path, message: repeated }) => ({
          path: `[${index}].secrets${path}.value`,
          message: repeated,
        })),
      ];
    }),
  ];
}

function repeatedSecrets(webhook: unknown): readonly Problem[] {
  return uniqueProblems(listAt(webhook, 'secrets').map((secret) => memberAt(secret, 'value')));
}
