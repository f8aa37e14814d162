import { expect, test } from '@jest/globals';

import { parseStartLink } from '../../../src/bankid/phone/start-link.ts';

test.each([
  ['https://app.bankid.com/?autostarttoken=T-1&redirect=null', undefined],
  ['bankid:///?autostarttoken=T-1&redirect=null', undefined],
  ['bankid:///?autostarttoken=T-1', undefined],
  ['http://localhost:3011/?autostarttoken=T-1&redirect=null', undefined],
  ['https://app.bankid.com/?redirect=&autostarttoken=T-1', undefined],
  [
    'https://app.bankid.com/?autostarttoken=T-1&redirect=https%3A%2F%2Frp.example%2F%3Fa%3D1',
    'https://rp.example/?a=1',
  ],
  ['bankid:///?autostarttoken=T-1&redirect=null&rpref=eA%3D%3D', undefined],
])('reads %p', (link, redirect) => {
  expect(parseStartLink(link)).toEqual({ autoStartToken: 'T-1', redirect });
});

test.each([
  '',
  'T-1',
  'http://app.bankid.com/?autostarttoken=T-1',
  'http://localhost:3011/api?autostarttoken=T-1',
  'http://localhost.example/?autostarttoken=T-1',
  'https://app.bankid.com.example/?autostarttoken=T-1',
  'https://app.bankid.com/start?autostarttoken=T-1',
  'https://app.bankid.com/?autoStartToken=T-1',
  'https://app.bankid.com/?autostarttoken=',
  'bankid://host/?autostarttoken=T-1',
  'bankid:?autostarttoken=T-1',
  'javascript:alert(1)?autostarttoken=T-1',
])('refuses %p as a start link', (link) => {
  expect(parseStartLink(link)).toBeUndefined();
});
