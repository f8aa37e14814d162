import { expect, test } from '@jest/globals';

import {
  pendingAcrData,
  startedAcrData,
} from '../../../../src/adapters/oidc/backchannel/acr-data.ts';

const NOTHING = {
  qrData: undefined,
  autoStartToken: undefined,
  appLink: undefined,
  desktopLink: undefined,
  verificationCode: undefined,
};
const PENDING = {
  state: 'pending',
  stage: 'first-interaction',
  pendingText: 'first-interaction',
  hintCode: 'pushed',
  qrData: '',
  newAutoStartToken: undefined,
} as const;

test('a verification code is in the answer to the start and in those to polls', () => {
  expect(startedAcrData({ ...NOTHING, verificationCode: '4271' })).toEqual({
    verificationCode: '4271',
  });
  expect(pendingAcrData({ ...PENDING, verificationCode: '4271' })).toEqual({
    qrData: '',
    hintCode: 'pushed',
    verificationCode: '4271',
  });
});

test('an eID without codes has no such member', () => {
  expect(startedAcrData(NOTHING)).toEqual({});
  expect(Object.keys(pendingAcrData({ ...PENDING, verificationCode: undefined }))).toEqual([
    'qrData',
    'hintCode',
  ]);
});
