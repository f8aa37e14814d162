import { send, type WireAnswer, type WireRequest } from '@eid-broker/testing/wire';

import type { Actor, LoginKind } from '../history/event.ts';
import { type AnswerReading, readAnswer } from './read-answer.ts';
import type { Runtime } from './runtime.ts';

/** Sends a request and records it with its response. Undefined when there is no response. */
export interface SendRequest {
  (request: ClientRequest): Promise<WireAnswer | undefined>;
}

/** One request. */
export interface ClientRequest {
  readonly operation: string;
  readonly by: Actor;
  readonly wire: WireRequest;
  /** Reads further fields from this response. */
  readonly read?: (answer: WireAnswer) => Partial<AnswerReading>;
}

/** The limit for a response. */
const DEADLINE_MS = 35_000;

let requests = 0;

/** For the requests of one login. */
export function makeSendRequest(
  { issuer, recorder }: Pick<Runtime, 'issuer' | 'recorder'>,
  { login, flow }: { readonly login: number; readonly flow: LoginKind },
): SendRequest {
  const { port, host } = new URL(issuer);

  return async function sendRequest({ operation, by, wire, read }) {
    requests += 1;
    const common = { id: requests, login, flow, operation, by };
    const sentAt = recorder.now();
    recorder.record({ type: 'invoke', ...common });
    const answer = await answerTo(Number(port), {
      ...wire,
      headers: { host, ...wire.headers },
    });
    const took = recorder.now() - sentAt;
    if (answer === undefined) {
      recorder.record({ type: 'unknown', ...common, took });
      return undefined;
    }
    const reading = readAnswer(answer);
    const isOurs = reading.type !== 'unknown';
    recorder.record({ ...common, took, ...reading, ...(isOurs && read?.(answer)) });
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
