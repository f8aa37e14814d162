import { describe, expect, test } from '@jest/globals';

import { PLAIN_LOGIN } from '../../../src/domain/intent.ts';
import { LOGIN, openFlows, USER_AGENT } from '../../support/flows.ts';
import { OUTSTANDING } from '../../support/scripted-eid.ts';

const ASKS = { inputs: ['national-number', 'phone-number'], acrDevice: 'other' } as const;
const NUMBER = '51307149560';
const input = { nationalNumber: NUMBER, phoneNumber: '+37255551234' };
const TYPING = { ...USER_AGENT, input };
const NAMED = { ...LOGIN, intent: { ...PLAIN_LOGIN, person: NUMBER } };
const REFUSED = { code: 'too-many-requests', values: { seconds: 300 } };

describe('before the start', () => {
  test('the page asks for everything that the eID asks', async () => {
    const { advanceLogin } = openFlows(ASKS);
    expect(await advanceLogin(LOGIN, USER_AGENT)).toEqual({ step: 'input', inputs: ASKS.inputs });
  });

  test('the page does not ask for the number that an authenticated request names', async () => {
    const { advanceLogin } = openFlows(ASKS);
    expect(await advanceLogin(NAMED, USER_AGENT)).toEqual({
      step: 'input',
      inputs: ['phone-number'],
    });
    const anybodys = { ...NAMED, isRequestAuthenticated: false };
    expect(await advanceLogin(anybodys, USER_AGENT)).toEqual({
      step: 'input',
      inputs: ASKS.inputs,
    });
  });

  test('nothing is left to ask when the request names everything', async () => {
    const { advanceLogin } = openFlows({ inputs: ['national-number'] });
    expect(await advanceLogin(NAMED, USER_AGENT)).toMatchObject({
      step: 'confirm',
      device: 'other',
    });
  });
});

describe('a typed number', () => {
  test('goes to the eID, and is stored with the attempt to compare the answer with', async () => {
    const { startLogin, eid, latest } = openFlows(ASKS);
    await startLogin(LOGIN, TYPING, 'other');
    expect(eid.calls).toMatchObject([{ request: { person: undefined, input } }]);
    expect((await latest()).intent).toEqual({ ...PLAIN_LOGIN, typed: NUMBER });
  });

  test('of an earlier attempt is forgotten with the next one', async () => {
    const { startLogin, eid, latest, cancelLogin } = openFlows(ASKS);
    await startLogin(LOGIN, TYPING, 'other');
    await cancelLogin(LOGIN);
    const again = { ...LOGIN, intent: (await latest()).intent };
    await startLogin(again, { ...TYPING, input: { phoneNumber: '+37255551234' } }, 'other');
    expect((await latest()).intent).toEqual(PLAIN_LOGIN);
    expect(eid.calls.at(-1)).toMatchObject({ request: { input: { phoneNumber: '+37255551234' } } });
  });

  test('yields to the number that an authenticated request names', async () => {
    const { startLogin, eid } = openFlows(ASKS);
    await startLogin(NAMED, { ...TYPING, input: { nationalNumber: '60001019906' } }, 'other');
    expect(eid.calls).toMatchObject([
      { request: { person: NUMBER, input: { nationalNumber: NUMBER } } },
    ]);
  });

  test('starts one order, however often the click is sent', async () => {
    const { startLogin, eid } = openFlows(ASKS);
    await Promise.all([1, 2, 3].map(() => startLogin(LOGIN, TYPING, 'other')));
    expect(eid.calls).toHaveLength(1);
  });

  test('has a limit, which blocks neither authenticated requests nor other numbers', async () => {
    const { startLogin, eid, advance } = openFlows(ASKS);
    const loginNumber = (id: number) => ({ ...LOGIN, id: `login-${id}` });
    for (const id of [1, 2, 3, 4, 5]) await startLogin(loginNumber(id), TYPING, 'other');
    await expect(startLogin(loginNumber(6), TYPING, 'other')).rejects.toMatchObject(REFUSED);
    expect(eid.calls).toHaveLength(5);
    await startLogin({ ...NAMED, id: 'login-7' }, TYPING, 'other');
    const other = { ...TYPING, input: { ...input, nationalNumber: '60001019906' } };
    await startLogin(loginNumber(8), other, 'other');
    advance(300);
    await startLogin(loginNumber(9), TYPING, 'other');
    expect(eid.calls).toHaveLength(8);
  });

  test('counts for the address, too', async () => {
    const { startLogin } = openFlows({ ...ASKS, startsPerAddress: 1 });
    await startLogin(LOGIN, TYPING, 'other');
    const other = { ...TYPING, input: { ...input, nationalNumber: '60001019906' } };
    await expect(startLogin({ ...LOGIN, id: 'login-2' }, other, 'other')).rejects.toMatchObject({
      code: 'too-many-requests',
    });
  });

  test.each([
    [undefined, NUMBER, 'finished'],
    [undefined, '60001019906', 'ended'],
    ['60001019906', NUMBER, 'ended'],
    ['60001019906', '60001019906', 'ended'],
    [NUMBER, NUMBER, 'finished'],
  ])(
    'with an unauthenticated request for %s and an answer of %s the login is %s',
    async (person, nationalId, step) => {
      const { startLogin, advanceLogin, eid, advance } = openFlows(ASKS);
      const login = { ...LOGIN, isRequestAuthenticated: false, intent: { ...PLAIN_LOGIN, person } };
      await startLogin(login, TYPING, 'other');
      eid.willCollect({ state: 'identified', identity: { ...IDENTITY, nationalId } });
      advance(2);
      expect(await advanceLogin(login, USER_AGENT)).toMatchObject({ step });
    },
  );

  test('is not sent again when the person does not answer in time', async () => {
    const { startLogin, advanceLogin, eid, advance } = openFlows(ASKS);
    await startLogin(LOGIN, TYPING, 'other');
    eid.willCollect({ ...OUTSTANDING, state: 'ended', why: 'not-opened' });
    advance(2);
    expect(await advanceLogin(LOGIN, USER_AGENT)).toMatchObject({
      step: 'ended',
      why: 'not-opened',
    });
    expect(eid.calls.filter(({ operation }) => operation === 'start')).toHaveLength(1);
  });
});

test('the page of an application asks nothing, so such a login is refused', async () => {
  const { startEmbeddedLogin, eid } = openFlows(ASKS);
  const refused = { code: 'channel-not-offered' };
  await expect(startEmbeddedLogin(NAMED, USER_AGENT)).rejects.toMatchObject(refused);
  expect(eid.calls).toEqual([]);
});

const IDENTITY = {
  scheme: 'test',
  country: 'EE',
  personId: 'somebody',
  method: 'test',
  amr: ['test'],
  claims: {},
  scopedClaims: {},
};
