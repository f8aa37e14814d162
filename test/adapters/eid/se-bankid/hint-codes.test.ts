import { describe, expect, test } from '@jest/globals';

import {
  endingOf,
  parseHintCode,
  stageOf,
} from '../../../../src/adapters/eid/se-bankid/hint-codes.ts';

describe('a pending hint code', () => {
  test.each([
    ['outstandingTransaction', 'first-interaction'],
    ['noClient', 'first-interaction'],
    ['started', 'first-interaction'],
    ['userCallConfirm', 'acknowledgement'],
    ['userSign', 'identification'],
    ['userMrtd', 'identification'],
    ['userFace', 'identification'],
    ['userStepUp', 'identification'],
    ['processing', 'identification'],
    ['somethingNew', 'identification'],
    ['constructor', 'identification'],
  ])('%s is the stage %s', (hintCode, stage) => {
    expect(stageOf(hintCode)).toBe(stage);
  });
});

describe('a failed hint code', () => {
  test.each([
    ['userCancel', 'declined'],
    ['userDeclinedCall', 'declined'],
    ['startFailed', 'not-opened'],
    ['expiredTransaction', 'expired'],
    ['cancelled', 'superseded'],
    ['certificateErr', 'blocked'],
    ['notSupportedByUserApp', 'app-unable'],
    ['nfcNotSupportedByDevice', 'app-unable'],
    ['multipleBankIdsOnDevice', 'app-unable'],
    ['transactionRiskBlocked', 'too-risky'],
    ['mrtdVerificationFailed', 'failed'],
    ['facialRecognitionFailed', 'failed'],
    ['stepUpFailed', 'failed'],
    ['somethingNew', 'failed'],
    ['toString', 'failed'],
  ])('%s is the ending %s', (hintCode, ending) => {
    expect(endingOf(hintCode)).toBe(ending);
  });
});

describe('reading a hint code', () => {
  test('keeps unknown codes', () => {
    expect(parseHintCode('somethingNew2')).toBe('somethingNew2');
  });

  test.each([[undefined], [null], [7], [''], ['<b>'], ['x'.repeat(65)], [['userSign']]])(
    'reads %j as an unknown code',
    (value) => {
      expect(parseHintCode(value)).toBe('unknown');
    },
  );
});
