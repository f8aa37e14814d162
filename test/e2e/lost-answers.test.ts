import type { Effect } from '@eid-broker/eid-simulators/bankid/rp-api/faults';
import { anyBody, error, orderFault, reset, takeBackFaults } from '@eid-broker/testing/faults';
import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Broker, startBroker } from '../support/broker.ts';
import { ask, jsonRequest, newPkce } from '../support/page-script.ts';
import {
  type BackchannelBroker,
  onlyOrder,
  pollHeadless,
  pollPhone,
  startBackchannelBroker,
  startHeadless,
  startPhone,
} from '../support/polled.ts';

const UNHEARD: readonly (readonly [string, Effect])[] = [
  ['the connection broke', reset],
  ['the answer was garbage', anyBody(200, '<html>')],
  ['an error came instead', error(500, 'internalError')],
];
const LOST = {
  error: 'server_error',
  error_description: 'the answer of the eID was lost',
} as const;

/** BankID says that an order is complete, and its answer does not reach us. */
async function loseAnswer(broker: Broker, effect: Effect): Promise<void> {
  await orderFault(broker, { endpoint: 'collect', when: 'complete', phase: 'after', effect });
}

describe('a final answer of BankID that we did not hear', () => {
  let broker: BackchannelBroker;
  beforeAll(async () => {
    broker = await startBackchannelBroker();
  });
  afterAll(() => broker.close());
  afterEach(() => takeBackFaults(broker));

  test.each(UNHEARD)('ends a phone request by a fault of ours: %s', async (_, effect) => {
    const id = await startPhone(broker);
    await loseAnswer(broker, effect);
    await confirmAndApprove();
    expect(await polls(() => pollPhone(broker, id))).toEqual([
      'authorization_pending',
      'server_error',
      'invalid_grant',
    ]);
  });

  test.each(UNHEARD)('ends a headless request by a fault of ours: %s', async (_, effect) => {
    const { id, autoStartToken } = await startHeadless(broker);
    const { orderRef } = await broker.phone.open({ autoStartToken }, TOLVAN);
    await loseAnswer(broker, effect);
    await broker.phone.decide(orderRef, 'approve');
    expect(await polls(() => pollHeadless(broker, id))).toEqual([
      'authorization_pending',
      'server_error',
      'invalid_grant',
    ]);
  });

  test('is told in the same words as on a redirect', async () => {
    const id = await startPhone(broker);
    await loseAnswer(broker, reset);
    await confirmAndApprove();
    broker.advance(2);
    await pollPhone(broker, id);
    broker.advance(2);
    expect(await pollPhone(broker, id)).toMatchObject({ status: 400, body: LOST });
  });

  test('is a warning in the log, with the way to its event, and no fault of ours', async () => {
    const id = await startPhone(broker);
    await loseAnswer(broker, reset);
    await confirmAndApprove();
    const before = broker.logged.length;
    await polls(() => pollPhone(broker, id));
    const [told] = broker.logged.slice(before).filter(({ facts }) => facts.code === LOST.error);
    expect(told).toMatchObject({
      level: 'warn',
      event: 'request.refused',
      facts: { description: LOST.error_description, authentication: expect.any(String) },
    });
    expect(broker.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  async function confirmAndApprove(): Promise<void> {
    const orderRef = await onlyOrder(broker);
    await broker.phone.open({ orderRef }, TOLVAN);
    await broker.phone.decide(orderRef, 'confirm-call');
    await broker.phone.decide(orderRef, 'approve');
  }

  /** What three polls hear, two seconds apart. */
  async function polls(poll: () => Promise<{ readonly body: { readonly error?: unknown } }>) {
    const errors: unknown[] = [];
    for (let time = 0; time < 3; time += 1) {
      broker.advance(2);
      errors.push((await poll()).body.error);
    }
    return errors;
  }
});

describe('a final answer that the database does not take in in the time of a request', () => {
  let broker: BackchannelBroker;
  beforeAll(async () => {
    broker = await startBackchannelBroker();
  });
  afterAll(() => broker.close());

  test('is tried again until it is stored', async () => {
    const { id, autoStartToken } = await startHeadless(broker);
    const { orderRef } = await broker.phone.open({ autoStartToken }, TOLVAN);
    await broker.phone.decide(orderRef, 'approve');
    await takeTooLong({ times: 2 });
    broker.advance(2);
    expect((await pollHeadless(broker, id)).status).toBe(200);
  });

  /** The next outcomes are not written before the statement is given up. */
  async function takeTooLong({ times }: { readonly times: number }): Promise<void> {
    await broker.sql('create sequence outcomes_tried');
    await broker.sql(`create function take_too_long() returns trigger language plpgsql as $$
      begin
        if nextval('outcomes_tried') <= ${times} then perform pg_sleep(10); end if;
        return new;
      end $$`);
    await broker.sql(`create trigger outcome_takes_too_long before update of state
      on authentication for each row when (new.state = 'identified')
      execute function take_too_long()`);
  }
});

describe('a final answer that we did not hear, of a login on a page of the application', () => {
  let broker: Broker;
  beforeAll(async () => {
    broker = await startBroker('test/fixtures/sdk.yaml');
  });
  afterAll(() => broker.close());

  test('ends it by a fault of ours', async () => {
    const opened = await ask(jsonRequest(broker.issuer, newPkce().challenge, {}));
    const { pollUrl, completeUrl, initialQrCode } = (await opened.json()) as Record<string, string>;
    const { orderRef } = await broker.phone.scan(initialQrCode!, TOLVAN);
    await loseAnswer(broker, reset);
    await broker.phone.decide(orderRef, 'approve');
    broker.advance(2);
    expect((await ask(pollUrl!)).status).toBe(202);
    broker.advance(2);
    const backchannel = await ask(pollUrl!);
    expect([backchannel.status, await backchannel.text()]).toEqual([
      400,
      'Collect failed: invalidParameters',
    ]);
    const { location } = (await (await ask(completeUrl!)).json()) as { readonly location: string };
    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject(LOST);
  });
});
