import { describe, expect, test } from '@jest/globals';

import { makeSessions } from '../../src/client/sessions.ts';

const pending = (state: string) => ({
  choice: { flow: 'code', wish: 'login', acr: 'urn:grn:authn:se:bankid' } as const,
  state,
  nonce: 'nonce',
});

describe('the sessions of the demo client', () => {
  test('return a begun login once', () => {
    const session = makeSessions().create('id');
    session.remember(pending('a'));
    session.remember(pending('b'));
    expect(session.take('a')).toEqual(pending('a'));
    expect(session.take('a')).toBeUndefined();
    expect(session.take('b')).toEqual(pending('b'));
  });

  test('remember the newest ten logins of a browser', () => {
    const session = makeSessions().create('id');
    for (let number = 0; number < 11; number += 1) session.remember(pending(`state-${number}`));
    expect(session.take('state-0')).toBeUndefined();
    expect(session.take('state-1')).toEqual(pending('state-1'));
  });

  test('are removed beyond the limit, the least recently used first', () => {
    const sessions = makeSessions(2);
    const first = sessions.create('first');
    sessions.create('second');
    sessions.find('first');
    sessions.create('third');
    expect(sessions.find('second')).toBeUndefined();
    expect(sessions.find('first')).toBe(first);
  });

  test('have another id after a login, and lose the previous one', () => {
    const sessions = makeSessions();
    const session = sessions.create('before');
    sessions.rename(session, { from: 'before', to: 'after' });
    expect(sessions.find('before')).toBeUndefined();
    expect(sessions.find('after')).toBe(session);
  });

  test('are deleted on request', () => {
    const sessions = makeSessions();
    sessions.create('id');
    sessions.forget('id');
    expect(sessions.find('id')).toBeUndefined();
    expect(sessions.find(undefined)).toBeUndefined();
  });
});
