import { TOLVAN } from '@eid-broker/testing/phone';
import type { JsonAnswer } from '@eid-broker/testing/token-endpoint';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type BackchannelBroker,
  onlyOrder,
  pollHeadless,
  pollPhone,
  startHeadless,
  startPhone,
} from '../support/backchannel-broker.ts';
import { startSpecificationBroker } from '../support/specification.ts';

const INTERVAL = 5;

let broker: BackchannelBroker;
beforeAll(async () => {
  broker = await startSpecificationBroker();
});
afterAll(() => broker.close());
// Expires the pending requests of a test.
afterEach(() => broker.advance(300));

/** Polls every five seconds after each step, and returns the responses. */
async function responsesOf(
  poll: () => Promise<JsonAnswer>,
  before: readonly (() => Promise<unknown>)[],
): Promise<readonly (readonly unknown[])[]> {
  const responses: (readonly unknown[])[] = [];
  for (const step of before) {
    await step();
    broker.advance(INTERVAL);
    const { status, body } = await poll();
    responses.push([status, body.error ?? body.token_type, body.error_description]);
  }
  return responses;
}

const nothing = async () => {};
const pending = (stage: string) => [400, 'authorization_pending', stage];
const GRANTED = [200, 'Bearer', undefined];
const DENIED = [400, 'access_denied', 'user declined'];

describe('a client that polls every five seconds', () => {
  // spec: limit.poll-interval, error.keep-polling, state.success, state.first-interaction
  // spec: state.acknowledgement, state.identification
  test('gets each state of a CIBA request and finally the tokens', async () => {
    const id = await startPhone(broker);
    const orderRef = await onlyOrder(broker);
    const responses = await responsesOf(
      () => pollPhone(broker, id),
      [
        nothing,
        nothing,
        () => broker.phone.open({ orderRef }, TOLVAN),
        nothing,
        () => broker.phone.decide(orderRef, 'confirm-call'),
        nothing,
        () => broker.phone.decide(orderRef, 'approve'),
      ],
    );
    expect(responses).toEqual([
      pending('awaiting first user interaction'),
      pending('awaiting first user interaction'),
      pending('awaiting user request acknowledgement'),
      pending('awaiting user request acknowledgement'),
      pending('awaiting user identification'),
      pending('awaiting user identification'),
      GRANTED,
    ]);
  });

  // spec: limit.poll-interval, error.keep-polling, state.success
  test('gets the pending state of a headless request and finally the tokens', async () => {
    const { id, autoStartToken } = await startHeadless(broker);
    let orderRef = '';
    const responses = await responsesOf(
      () => pollHeadless(broker, id),
      [
        nothing,
        nothing,
        async () => {
          ({ orderRef } = await broker.phone.open({ autoStartToken }, TOLVAN));
        },
        () => broker.phone.decide(orderRef, 'approve'),
      ],
    );
    expect(responses.slice(0, 2)).toEqual([
      pending('awaiting first user interaction'),
      pending('awaiting first user interaction'),
    ]);
    expect(responses[2]?.slice(0, 2)).toEqual([400, 'authorization_pending']);
    expect(responses[3]).toEqual(GRANTED);
  });

  // spec: state.declined, error.declined
  test.each([
    ['declines the call', ['decline-call']],
    ['cancels immediately', ['cancel']],
    ['confirms the call and cancels', ['confirm-call', 'cancel']],
  ])('gets access_denied when the person on the phone %s', async (_, decisions) => {
    const id = await startPhone(broker);
    const orderRef = await onlyOrder(broker);
    await broker.phone.open({ orderRef }, TOLVAN);
    for (const decision of decisions) await broker.phone.decide(orderRef, decision);
    expect(await responsesOf(() => pollPhone(broker, id), [nothing])).toEqual([DENIED]);
  });

  // spec: state.declined, error.declined
  test('gets access_denied when the person cancels a headless request', async () => {
    const { id, autoStartToken } = await startHeadless(broker);
    const { orderRef } = await broker.phone.open({ autoStartToken }, TOLVAN);
    await broker.phone.decide(orderRef, 'cancel');
    expect(await responsesOf(() => pollHeadless(broker, id), [nothing])).toEqual([DENIED]);
  });

  // spec: poll.acr-data, poll.acr-data.headless-only
  test('gets acr_data in headless polls only', async () => {
    const phone = await startPhone(broker);
    broker.advance(INTERVAL);
    expect((await pollPhone(broker, phone)).body).not.toHaveProperty('acr_data');
    const { id } = await startHeadless(broker);
    broker.advance(INTERVAL);
    expect((await pollHeadless(broker, id)).body.acr_data).toEqual({
      qrData: expect.stringMatching(/^bankid\./),
      hintCode: 'outstandingTransaction',
    });
  });
});
