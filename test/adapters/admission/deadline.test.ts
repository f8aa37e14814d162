import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

import { systemPresentRequests } from '../../../src/adapters/admission/database-admission.ts';
import { makeDeadline } from '../../../src/adapters/admission/deadline.ts';
import { Unavailable } from '../../../src/domain/failure.ts';
import type { PresentRequest } from '../../../src/ports/admission.ts';

const OVER = new Unavailable('the database did not answer in the time of the request');

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Three seconds for a request, and work that takes so many of them. */
function world() {
  let now = 0;
  const requests = systemPresentRequests();
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

function newRequest(isAnswered = false): PresentRequest {
  return { tenantId: 'acme', isAnswered: () => isAnswered };
}

/** What was heard so far. */
function heardOf(waiting: Promise<unknown>): () => unknown {
  let notified: unknown = 'nothing yet';
  waiting.then(
    (answer) => {
      notified = answer;
    },
    (error) => {
      notified = error;
    },
  );
  return () => notified;
}

test('all statements of a request share its time; what lies between them does not count', async () => {
  const { requests, deadline, pass, statement } = world();
  const inRequest = requests.run.bind(requests, newRequest());
  const first = heardOf(inRequest(() => deadline(statement(2))) as Promise<unknown>);
  await pass(2);
  expect(first()).toBe('done');
  await pass(60);
  const second = heardOf(inRequest(() => deadline(statement(2))) as Promise<unknown>);
  await pass(0.999);
  expect(second()).toBe('nothing yet');
  await pass(0.001);
  expect(second()).toEqual(OVER);
  const third = jest.fn(statement(0));
  await expect(inRequest(() => deadline(third))).rejects.toEqual(OVER);
  expect(third).not.toHaveBeenCalled();
});

test('what a request waits for at the same time counts once', async () => {
  const { requests, deadline, pass, statement } = world();
  const inRequest = requests.run.bind(requests, newRequest());
  const both = heardOf(
    inRequest(() =>
      Promise.all([deadline(statement(2)), deadline(statement(2))]),
    ) as Promise<unknown>,
  );
  await pass(2);
  expect(both()).toEqual(['done', 'done']);
  const last = heardOf(inRequest(() => deadline(statement(0.9))) as Promise<unknown>);
  await pass(1);
  expect(last()).toBe('done');
});

test('another request has its own time', async () => {
  const { requests, deadline, pass, statement } = world();
  const slow = heardOf(requests.run(newRequest(), () => deadline(statement(4))));
  await pass(2.5);
  const other = heardOf(requests.run(newRequest(), () => deadline(statement(2))));
  await pass(2);
  expect([slow(), other()]).toEqual([OVER, 'done']);
});

test.each([
  ['for no request', undefined],
  ['for one whose answer has begun', newRequest(true)],
])('what is done %s takes as long as it takes', async (_, request) => {
  const { requests, deadline, pass, statement } = world();
  const work = () => deadline(statement(10));
  const notified = heardOf(request === undefined ? work() : requests.run(request, work));
  await pass(10);
  expect(notified()).toBe('done');
});

test('what was begun can find out that nobody waits for it any more', async () => {
  const { requests, deadline, pass } = world();
  let isOver = () => false;
  const notified = heardOf(
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
  expect([isOver(), notified()]).toEqual([true, OVER]);
});

test('what must complete is waited for, and leaves no time for anything else', async () => {
  const { requests, deadline, pass, statement } = world();
  const inRequest = requests.run.bind(requests, newRequest());
  const notified = heardOf(
    inRequest(() =>
      deadline((wait) => {
        wait.mustComplete();
        return statement(5)();
      }),
    ) as Promise<unknown>,
  );
  await pass(4.999);
  expect(notified()).toBe('nothing yet');
  await pass(0.001);
  expect(notified()).toBe('done');
  await expect(inRequest(() => deadline(statement(0)))).rejects.toEqual(OVER);
});
