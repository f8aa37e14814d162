import { form, type WireAnswer } from '@eid-broker/testing/wire';

import type { Actor } from '../history/event.ts';
import { type Credentials, credentialsOf } from './credentials.ts';
import type { Login } from './login.ts';
import { type AnswerReading, errorIn } from './read-answer.ts';

/** A form that an application sends. */
export interface Posted {
  readonly operation: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly read?: (answer: WireAnswer) => Partial<AnswerReading>;
  /** The client; by default that of the login. */
  readonly as?: string;
  readonly by?: Actor;
  /** By default new credentials. */
  readonly credentials?: Credentials;
}

/** Sends it with the client's credentials, and records whether they were consumed. */
export async function postForm(
  login: Login,
  { operation, path, fields, read, as = login.plan.clientId, by = 'client', ...posted }: Posted,
): Promise<WireAnswer | undefined> {
  const credentials = posted.credentials ?? (await credentialsOf(login, as));
  const { method, headers, body } = form({ ...fields, ...credentials.fields });
  return login.sendRequest({
    operation,
    by,
    wire: { method, path, headers: { ...headers, ...credentials.headers }, body },
    read(answer) {
      const reading = read?.(answer) ?? {};
      const spent = [...(reading.spent ?? []), ...takenBy(answer, credentials)];
      return { ...reading, ...(spent.length > 0 && { spent }) };
    },
  });
}

/** Any response except an authentication error shows that the credentials were accepted. */
function takenBy(answer: WireAnswer, { spends }: Credentials): readonly string[] {
  const isTaken = answer.status < 500 && errorIn(answer).error !== 'invalid_client';
  return isTaken && answer.status !== 429 ? spends : [];
}
