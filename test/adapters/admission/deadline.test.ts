import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

import { systemActiveRequests } from '../../../src/adapters/admission/database-admission.ts';
import { makeDeadline } from '../../../src/adapters/admission/deadline.ts';
import { ServiceUnavailable } from '../../../src/domain/failure.ts';
import type { ActiveRequest } from '../../../src/ports/admission.ts';

const OVER = new ServiceUnavailable('the database did not answer in the time of the request');

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A deadline of three seconds for a request, and statements that take this many seconds. */
function world() {
  let now = 0;
  const requests = systemActiveRequests();
  const stopwatch = () => {
    const since = now;
    return () => now - since;
  };
  const deadline = makeDeadline({ requests, stopwatch, seconds: 3 });
  const pass = async (seconds: number) => {
    now += seconds;
    await jest.advanceTimersByTimeAsync(seconds * 1000);
  };
  const statement = (seconds: number) => () =>
    new Promise<string>((resolve) => setTimeout(() => resolve('done'), seconds * 1000));
  return { requests, deadline, pass, statement };
}

function newRequest(isAnswered = false): ActiveRequest {
  return { tenantId: 'acme', isAnswered: () => isAnswered };
}

/** The outcome so far. */
function outcomeOf(waiting: Promise<unknown>): () => unknown {
  let outcome: unknown = 'nothing yet';
  waiting.then(
    (answer) => {
      outcome = answer;
    },
    (error) => {
      outcome = error;
    },
  );
  return () => outcome;
}

test('all statements of a request share its time, and the time between them does not count', async () => {
  const { requests, deadline, pass, statement } = world();
  const inRequest = requests.run.bind(requests, newRequest());
  const first = outcomeOf(inRequest(() => deadline(statement(2))) as Promise<unknown>);
  await pass(2);
  expect(first()).toBe('done');
  await pass(60);
  const second = outcomeOf(inRequest(() => deadline(statement(2))) as Promise<unknown>);
  await pass(0.999);
  expect(second()).toBe('nothing yet');
  await pass(0.001);
  expect(second()).toEqual(OVER);
  const third = jest.fn(statement(0));
  await expect(inRequest(() => deadline(third))).rejects.toEqual(OVER);
  expect(third).not.toHaveBeenCalled();
});

test('statements that run at the same time count once', async () => {
  const { requests, deadline, pass, statement } = world();
  const inRequest = requests.run.bind(requests, newRequest());
  const both = outcomeOf(
    inRequest(() =>
      Promise.all([deadline(statement(2)), deadline(statement(2))]),
    ) as Promise<unknown>,
  );
  await pass(2);
  expect(both()).toEqual(['done', 'done']);
  const last = outcomeOf(inRequest(() => deadline(statement(0.9))) as Promise<unknown>);
  await pass(1);
  expect(last()).toBe('done');
});

test('each request has its own time', async () => {
  const { requests, deadline, pass, statement } = world();
  const slow = outcomeOf(requests.run(newRequest(), () => deadline(statement(4))));
  await pass(2.5);
  const other = outcomeOf(requests.run(newRequest(), () => deadline(statement(2))));
  await pass(2);
  expect([slow(), other()]).toEqual([OVER, 'done']);
});

test.each([
  ['for no request', undefined],
  ['for one whose answer has begun', newRequest(true)],
])('work %s has no deadline', async (_, request) => {
  const { requests, deadline, pass, statement } = world();
  const work = () => deadline(statement(10));
  const outcome = outcomeOf(request === undefined ? work() : requests.run(request, work));
  await pass(10);
  expect(outcome()).toBe('done');
});

test('work that has begun sees that its deadline has passed', async () => {
  const { requests, deadline, pass } = world();
  let isOver = () => false;
  const outcome = outcomeOf(
    requests.run(newRequest(), () =>
      deadline((wait) => {
        isOver = wait.isOver;
        return new Promise(() => {});
      }),
    ),
  );
  await pass(2);
  expect(isOver()).toBe(false);
  await pass(1);
  expect([isOver(), outcome()]).toEqual([true, OVER]);
});

test('a statement that must complete runs to its end, and uses up the time of the request', async () => {
  const { requests, deadline, pass, statement } = world();
  const inRequest = requests.run.bind(requests, newRequest());
  const outcome = outcomeOf(
    inRequest(() =>
      deadline((wait) => {
        wait.mustComplete();
        return statement(5)();
      }),
    ) as Promise<unknown>,
  );
  await pass(4.999);
  expect(outcome()).toBe('nothing yet');
  await pass(0.001);
  expect(outcome()).toBe('done');
  await expect(inRequest(() => deadline(statement(0)))).rejects.toEqual(OVER);
});
