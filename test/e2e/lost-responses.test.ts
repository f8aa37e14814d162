import type { Effect } from '@eid-broker/eid-simulators/bankid/rp-api/faults';
import { TOLVAN } from '@eid-broker/testing/phone';
import {
  anyBody,
  error,
  orderFault,
  reset,
  takeBackFaults,
} from '@eid-broker/testing/simulator-faults';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

import {
  type BackchannelBroker,
  onlyOrder,
  pollHeadless,
  pollPhone,
  startBackchannelBroker,
  startHeadless,
  startPhone,
} from '../support/backchannel-broker.ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { fetchFromPage, jsonRequest, newPkce } from '../support/page-script.ts';

const LOST_RESPONSES: readonly (readonly [string, Effect])[] = [
  ['the connection broke', reset],
  ['the answer was garbage', anyBody(200, '<html>')],
  ['an error came instead', error(500, 'internalError')],
];
const LOST = {
  error: 'server_error',
  error_description: 'the answer of the eID was lost',
} as const;

/** Loses BankID's response about a completed order. */
async function loseAnswer(broker: Broker, effect: Effect): Promise<void> {
  await orderFault(broker, { endpoint: 'collect', when: 'complete', phase: 'after', effect });
}

describe('a lost final response of BankID', () => {
  let broker: BackchannelBroker;
  beforeAll(async () => {
    broker = await startBackchannelBroker();
  });
  afterAll(() => broker.close());
  afterEach(() => takeBackFaults(broker));

  test.each(LOST_RESPONSES)(
    'ends a phone request with an error of ours when %s',
    async (_, effect) => {
      const id = await startPhone(broker);
      await loseAnswer(broker, effect);
      await confirmAndApprove();
      expect(await polls(() => pollPhone(broker, id))).toEqual([
        'authorization_pending',
        'server_error',
        'invalid_grant',
      ]);
    },
  );

  test.each(LOST_RESPONSES)(
    'ends a headless request with an error of ours when %s',
    async (_, effect) => {
      const { id, autoStartToken } = await startHeadless(broker);
      const { orderRef } = await broker.phone.open({ autoStartToken }, TOLVAN);
      await loseAnswer(broker, effect);
      await broker.phone.decide(orderRef, 'approve');
      expect(await polls(() => pollHeadless(broker, id))).toEqual([
        'authorization_pending',
        'server_error',
        'invalid_grant',
      ]);
    },
  );

  test('is reported with the same text as on a redirect', async () => {
    const id = await startPhone(broker);
    await loseAnswer(broker, reset);
    await confirmAndApprove();
    broker.advance(2);
    await pollPhone(broker, id);
    broker.advance(2);
    expect(await pollPhone(broker, id)).toMatchObject({ status: 400, body: LOST });
  });

  test('is logged as a warning with a reference to its event', async () => {
    const id = await startPhone(broker);
    await loseAnswer(broker, reset);
    await confirmAndApprove();
    const before = broker.logged.length;
    await polls(() => pollPhone(broker, id));
    const [entry] = broker.logged.slice(before).filter(({ facts }) => facts.code === LOST.error);
    expect(entry).toMatchObject({
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

  /** The errors of three polls, two seconds apart. */
  async function polls(poll: () => Promise<{ readonly body: { readonly error?: unknown } }>) {
    const errors: unknown[] = [];
    for (let time = 0; time < 3; time += 1) {
      broker.advance(2);
      errors.push((await poll()).body.error);
    }
    return errors;
  }
});

describe('a final response that the database does not store in time', () => {
  let broker: BackchannelBroker;
  beforeAll(async () => {
    broker = await startBackchannelBroker();
  });
  afterAll(() => broker.close());

  test('is stored by a later try', async () => {
    const { id, autoStartToken } = await startHeadless(broker);
    const { orderRef } = await broker.phone.open({ autoStartToken }, TOLVAN);
    await broker.phone.decide(orderRef, 'approve');
    await takeTooLong({ times: 2 });
    broker.advance(2);
    expect((await pollHeadless(broker, id)).status).toBe(200);
  });

  /** Delays these outcomes beyond the statement's timeout. */
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

describe('a lost final response in a login on a page of the application', () => {
  let broker: Broker;
  beforeAll(async () => {
    broker = await startBroker('test/fixtures/sdk.yaml');
  });
  afterAll(() => broker.close());

  test('ends the login with an error of ours', async () => {
    const opened = await fetchFromPage(jsonRequest(broker.issuer, newPkce().challenge, {}));
    const { pollUrl, completeUrl, initialQrCode } = (await opened.json()) as Record<string, string>;
    const { orderRef } = await broker.phone.scan(initialQrCode!, TOLVAN);
    await loseAnswer(broker, reset);
    await broker.phone.decide(orderRef, 'approve');
    broker.advance(2);
    expect((await fetchFromPage(pollUrl!)).status).toBe(202);
    broker.advance(2);
    const backchannel = await fetchFromPage(pollUrl!);
    expect([backchannel.status, await backchannel.text()]).toEqual([
      400,
      'Collect failed: invalidParameters',
    ]);
    const { location } = (await (await fetchFromPage(completeUrl!)).json()) as {
      readonly location: string;
    };
    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject(LOST);
  });
});
