import { send, type WireAnswer, type WireRequest } from '@eid-broker/testing/wire';

import type { Actor, LoginKind } from '../history/event.ts';
import { type CredentialsReading, readAnswer } from './read-answer.ts';
import type { Runtime } from './runtime.ts';

/** Asks the service, and keeps in the history that it was asked and what it said. Undefined: no answer came. */
export interface Ask {
  (question: Question): Promise<WireAnswer | undefined>;
}

/** One request. */
export interface Question {
  readonly operation: string;
  readonly by: Actor;
  readonly wire: WireRequest;
  /** What this answer says beside what every answer says. */
  readonly read?: (answer: WireAnswer) => Partial<CredentialsReading>;
}

/** Nobody waits longer. */
const DEADLINE_MS = 35_000;

let questions = 0;

/** For the requests of one login. */
export function makeAsk(
  { issuer, recorder }: Pick<Runtime, 'issuer' | 'recorder'>,
  { login, flow }: { readonly login: number; readonly flow: LoginKind },
): Ask {
  const { port, host } = new URL(issuer);

  return async function ask({ operation, by, wire, read }) {
    questions += 1;
    const common = { id: questions, login, flow, operation, by };
    const requested = recorder.now();
    recorder.record({ type: 'invoke', ...common });
    const answer = await answerTo(Number(port), {
      ...wire,
      headers: { host, ...wire.headers },
    });
    const took = recorder.now() - requested;
    if (answer === undefined) {
      recorder.record({ type: 'unknown', ...common, took });
      return undefined;
    }
    const said = readAnswer(answer);
    const isOurs = said.type !== 'unknown';
    recorder.record({ ...common, took, ...said, ...(isOurs && read?.(answer)) });
    return isOurs ? answer : undefined;
  };
}

async function answerTo(port: number, wire: WireRequest): Promise<WireAnswer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, DEADLINE_MS, undefined);
  });
  const answer = send(port, wire).catch(() => undefined);
  return Promise.race([answer, tooLong]).finally(() => clearTimeout(timer));
}
