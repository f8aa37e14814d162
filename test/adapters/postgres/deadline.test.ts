import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

import { makePatience } from '../../../src/adapters/postgres/deadline.ts';
import { systemPresentRequests } from '../../../src/adapters/system/present-requests.ts';
import { Unavailable } from '../../../src/domain/failure.ts';
import type { PresentRequest } from '../../../src/ports/present-requests.ts';

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
  const patience = makePatience({ requests, stopwatch, seconds: 3 });
  const pass = async (seconds: number) => {
    now += seconds;
    await jest.advanceTimersByTimeAsync(seconds * 1000);
  };
  const statement = (seconds: number) => () =>
    new Promise<string>((resolve) => setTimeout(() => resolve('done'), seconds * 1000));
  return { requests, patience, pass, statement };
}

function newRequest(isAnswered = false): PresentRequest {
  return { tenantId: 'acme', isAnswered: () => isAnswered };
}

/** What was heard so far. */
function heardOf(waiting: Promise<unknown>): () => unknown {
  let heard: unknown = 'nothing yet';
  waiting.then(
    (answer) => {
      heard = answer;
    },
    (error) => {
      heard = error;
    },
  );
  return () => heard;
}

test('all statements of a request share its time; what lies between them does not count', async () => {
  const { requests, patience, pass, statement } = world();
  const inRequest = requests.run.bind(requests, newRequest());
  const first = heardOf(inRequest(() => patience(statement(2))) as Promise<unknown>);
  await pass(2);
  expect(first()).toBe('done');
  await pass(60);
  const second = heardOf(inRequest(() => patience(statement(2))) as Promise<unknown>);
  await pass(0.999);
  expect(second()).toBe('nothing yet');
  await pass(0.001);
  expect(second()).toEqual(OVER);
  const third = jest.fn(statement(0));
  await expect(inRequest(() => patience(third))).rejects.toEqual(OVER);
  expect(third).not.toHaveBeenCalled();
});

test('what a request waits for at the same time counts once', async () => {
  const { requests, patience, pass, statement } = world();
  const inRequest = requests.run.bind(requests, newRequest());
  const both = heardOf(
    inRequest(() =>
      Promise.all([patience(statement(2)), patience(statement(2))]),
    ) as Promise<unknown>,
  );
  await pass(2);
  expect(both()).toEqual(['done', 'done']);
  const last = heardOf(inRequest(() => patience(statement(0.9))) as Promise<unknown>);
  await pass(1);
  expect(last()).toBe('done');
});

test('another request has its own time', async () => {
  const { requests, patience, pass, statement } = world();
  const slow = heardOf(requests.run(newRequest(), () => patience(statement(4))));
  await pass(2.5);
  const other = heardOf(requests.run(newRequest(), () => patience(statement(2))));
  await pass(2);
  expect([slow(), other()]).toEqual([OVER, 'done']);
});

test.each([
  ['for no request', undefined],
  ['for one whose answer has begun', newRequest(true)],
])('what is done %s takes as long as it takes', async (_, request) => {
  const { requests, patience, pass, statement } = world();
  const work = () => patience(statement(10));
  const heard = heardOf(request === undefined ? work() : requests.run(request, work));
  await pass(10);
  expect(heard()).toBe('done');
});

test('what was begun can find out that nobody waits for it any more', async () => {
  const { requests, patience, pass } = world();
  let isOver = () => false;
  const heard = heardOf(
    requests.run(newRequest(), () =>
      patience((wait) => {
        isOver = wait.isOver;
        return new Promise(() => {});
      }),
    ),
  );
  await pass(2);
  expect(isOver()).toBe(false);
  await pass(1);
  expect([isOver(), heard()]).toEqual([true, OVER]);
});

test('what insists is waited for, and leaves no time for anything else', async () => {
  const { requests, patience, pass, statement } = world();
  const inRequest = requests.run.bind(requests, newRequest());
  const heard = heardOf(
    inRequest(() =>
      patience((wait) => {
        wait.insist();
        return statement(5)();
      }),
    ) as Promise<unknown>,
  );
  await pass(4.999);
  expect(heard()).toBe('nothing yet');
  await pass(0.001);
  expect(heard()).toBe('done');
  await expect(inRequest(() => patience(statement(0)))).rejects.toEqual(OVER);
});
