import { PERSON } from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';

import type { Device } from '../../../src/domain/authentication.ts';
import type { Ending, Progress } from '../../../src/domain/progress.ts';
import { LOGIN, openFlows, SIGNING, USER_AGENT } from '../../support/flows.ts';

const IDENTIFIED: Progress = { state: 'identified', identity: PERSON };
const NOT_OPENED: Progress = { state: 'ended', why: 'not-opened', hintCode: 'startFailed' };

async function started(device: Device) {
  const flows = openFlows();
  await flows.startLogin(LOGIN, USER_AGENT, device);
  return {
    ...flows,
    view: () => flows.advanceLogin(LOGIN, USER_AGENT),
    /** Two seconds later, the eID answers with this. */
    eidAnswers: async (progress: Progress) => {
      flows.eid.willCollect(progress);
      flows.advance(2);
      return flows.advanceLogin(LOGIN, USER_AGENT);
    },
    returnWith: async (startedHere: boolean) => {
      const { returnNonce: nonce = '', browserSecret: own } = await flows.latest();
      const browserSecret = startedHere ? own : undefined;
      return flows.returnToLogin({ loginId: LOGIN.id, nonce, browserSecret });
    },
  };
}

describe('a login before its start', () => {
  test('shows the choice of the device when the acr leaves it open', async () => {
    expect(await openFlows().advanceLogin(LOGIN, USER_AGENT)).toEqual({ step: 'choose' });
  });

  test.each(['same', 'other'] as const)(
    'shows one button for the %s device of the acr',
    async (acrDevice) => {
      const view = await openFlows({ acrDevice }).advanceLogin(LOGIN, USER_AGENT);
      expect(view).toEqual({ step: 'confirm', device: acrDevice, startsAtOnce: false });
    },
  );

  test('starts by itself when the acr demands it, and a signature never does', async () => {
    const { advanceLogin } = openFlows({ acrDevice: 'other', startsAtOnce: true });
    const confirm = { step: 'confirm', device: 'other' };
    expect(await advanceLogin(LOGIN, USER_AGENT)).toEqual({ ...confirm, startsAtOnce: true });
    expect(await advanceLogin(SIGNING, USER_AGENT)).toEqual({ ...confirm, startsAtOnce: false });
  });

  test('is not started by a view', async () => {
    const { advanceLogin, eid } = openFlows({ acrDevice: 'other' });
    await advanceLogin(LOGIN, USER_AGENT);
    expect(eid.calls).toEqual([]);
  });

  test('is refused when the eID is no longer offered', async () => {
    const { advanceLogin, withdrawEid } = openFlows();
    withdrawEid();
    await expect(advanceLogin(LOGIN, USER_AGENT)).rejects.toMatchObject({
      code: 'eid-not-offered',
    });
  });
});

describe('a login on another device', () => {
  test('shows the QR code of this second, and no data for a link', async () => {
    const { view, advance } = await started('other');
    const expected = {
      step: 'waiting',
      device: 'other',
      stage: 'first-interaction',
      hintCode: '',
      launchData: {
        qrData: 'qr order-1 2026-03-01T10:00:00.000Z',
        autoStartToken: undefined,
        appLink: undefined,
        desktopLink: undefined,
      },
      awaitsReturn: false,
      secondsLeft: 180,
    };
    expect(await view()).toEqual(expected);
    advance(1);
    const launchData = { ...expected.launchData, qrData: 'qr order-1 2026-03-01T10:00:01.000Z' };
    expect(await view()).toEqual({ ...expected, launchData, secondsLeft: 179 });
  });

  test('shows no code once the app has the order', async () => {
    const { eidAnswers } = await started('other');
    expect(
      await eidAnswers({ state: 'pending', stage: 'identification', hintCode: 'userSign' }),
    ).toEqual({
      step: 'waiting',
      device: 'other',
      stage: 'identification',
      hintCode: 'userSign',
      launchData: undefined,
      awaitsReturn: false,
    });
  });

  test('is finished as soon as the person is identified', async () => {
    const { eidAnswers, view } = await started('other');
    const finished = { step: 'finished' };
    expect(await eidAnswers(IDENTIFIED)).toEqual(finished);
    expect(await view()).toEqual(finished);
  });

  test('renews an unscanned code, invisibly to the person, for three minutes', async () => {
    const { view, eid, advance } = await started('other');
    for (let order = 1; order <= 5; order += 1) {
      advance(30);
      eid.willCollect(NOT_OPENED);
      expect(await view()).toMatchObject({
        step: 'waiting',
        stage: 'first-interaction',
        hintCode: '',
        launchData: { qrData: expect.stringContaining(`qr order-${order + 1} `) },
      });
    }
    advance(29.999);
    eid.willCollect(NOT_OPENED);
    expect(await view()).toMatchObject({ step: 'waiting' });
    advance(2);
    eid.willCollect(NOT_OPENED);
    expect(await view()).toEqual({
      step: 'ended',
      device: 'other',
      why: 'not-opened',
      hintCode: 'startFailed',
    });
    expect(eid.calls.filter(({ operation }) => operation === 'start')).toHaveLength(7);
  });

  test('requests a renewal with the same data as the first order', async () => {
    const { eidAnswers, eid } = await started('other');
    await eidAnswers(NOT_OPENED);
    const [first, second] = eid.calls.flatMap((call) => (call.operation === 'start' ? [call] : []));
    expect(second).toEqual(first);
  });

  test('renews a signature with the same text, and never as a login', async () => {
    const { startLogin, advanceLogin, advance, eid } = openFlows();
    await startLogin(SIGNING, USER_AGENT, 'other');
    eid.willCollect(NOT_OPENED);
    advance(2);
    await advanceLogin(SIGNING, USER_AGENT);
    const starts = eid.calls.flatMap((call) => (call.operation === 'start' ? [call.request] : []));
    expect(starts).toHaveLength(2);
    expect(starts[0]).toMatchObject({ kind: 'sign', text: SIGNING.intent.text });
    expect(starts[1]).toEqual(starts[0]);
  });
});

describe('a login on the same device', () => {
  test('shows the links and never a QR code', async () => {
    const { view } = await started('same');
    expect(await view()).toEqual({
      step: 'waiting',
      device: 'same',
      stage: 'first-interaction',
      hintCode: '',
      launchData: {
        qrData: undefined,
        autoStartToken: 'token order-1',
        appLink: 'https://app.example/?token=order-1',
        desktopLink: 'someid:///?token=order-1',
      },
      awaitsReturn: false,
    });
  });

  test('renews no order, since the person may have opened its link', async () => {
    const { eidAnswers, eid } = await started('same');
    expect(await eidAnswers(NOT_OPENED)).toEqual({
      step: 'ended',
      device: 'same',
      why: 'not-opened',
      hintCode: 'startFailed',
    });
    expect(eid.calls.filter(({ operation }) => operation === 'start')).toHaveLength(1);
  });

  test('is pending until the identified person returns to this browser', async () => {
    const { eidAnswers, view, returnWith } = await started('same');
    const waiting = {
      step: 'waiting',
      device: 'same',
      stage: 'identification',
      hintCode: '',
      launchData: undefined,
      awaitsReturn: true,
    };
    expect(await eidAnswers(IDENTIFIED)).toEqual(waiting);
    expect(await view()).toEqual(waiting);
    await returnWith(true);
    expect(await view()).toEqual({ step: 'finished' });
  });

  test('is pending when the browser returns before the eID has answered', async () => {
    const { eidAnswers, view, returnWith } = await started('same');
    await returnWith(true);
    expect(await view()).toMatchObject({ step: 'waiting', awaitsReturn: false });
    expect(await eidAnswers(IDENTIFIED)).toMatchObject({ step: 'finished' });
  });

  test('ends when the app returns to another browser after the person was identified', async () => {
    const { eidAnswers, view, returnWith } = await started('same');
    await eidAnswers(IDENTIFIED);
    await returnWith(false);
    expect(await view()).toEqual({
      step: 'ended',
      device: 'same',
      why: 'other-browser',
      hintCode: undefined,
    });
  });
});

describe('an ended login', () => {
  test('leads back to the application after the person declined', async () => {
    const { eidAnswers } = await started('other');
    const view = await eidAnswers({ state: 'ended', why: 'declined', hintCode: 'userCancel' });
    expect(view).toEqual({ step: 'refused', why: 'declined' });
  });

  const others: readonly Ending[] = [
    'expired',
    'superseded',
    'blocked',
    'app-unable',
    'too-risky',
    'other-browser',
    'other-person',
    'failed',
    'lost',
    'unverified',
  ];
  test.each(others)('offers another try after %s', async (why) => {
    const { eidAnswers } = await started('other');
    const view = await eidAnswers({ state: 'ended', why, hintCode: 'a-hint' });
    expect(view).toEqual({ step: 'ended', device: 'other', why, hintCode: 'a-hint' });
  });

  test('shows the new attempt once the person has tried again', async () => {
    const { eidAnswers, view, advance, startLogin } = await started('other');
    await eidAnswers({ state: 'ended', why: 'expired', hintCode: 'expiredTransaction' });
    advance(1);
    await startLogin(LOGIN, USER_AGENT, 'same');
    expect(await view()).toMatchObject({ step: 'waiting', device: 'same' });
  });
});
