import { SAMPLE_PHONE } from '@eid-broker/testing/sample-offers';
import { describe, expect, test } from '@jest/globals';

import { callInitiatorOf } from '../../../../src/adapters/oidc/backchannel/call-initiator.ts';
import { sampleApplication } from '../../../support/sample-application.ts';

const PLAIN = sampleApplication();
const WITH_DEFAULT = sampleApplication({ defaultCallInitiator: 'user' });

function paramsOf(callInitiator: string | undefined, authorizationDetails: string | undefined) {
  return { callInitiator, authorizationDetails };
}

function details(...list: readonly unknown[]): string {
  return JSON.stringify(list);
}

describe('the initiator of the call', () => {
  test.each([
    ['the field', paramsOf('RP', undefined), 'RP'],
    [
      'the details',
      paramsOf(undefined, details({ type: 'phoneAuth', callInitiator: 'user' })),
      'user',
    ],
    ['both', paramsOf('RP', details({ type: 'phoneAuth', callInitiator: 'RP' })), 'RP'],
    ['the field beside details without it', paramsOf('RP', details({ type: 'phoneAuth' })), 'RP'],
  ])('is read from %s', (_, params, expected) => {
    expect(callInitiatorOf(params, PLAIN, SAMPLE_PHONE)).toBe(expected);
  });

  test('is taken from the settings when the request does not name it', () => {
    expect(callInitiatorOf(paramsOf(undefined, undefined), WITH_DEFAULT, SAMPLE_PHONE)).toBe(
      'user',
    );
    expect(callInitiatorOf(paramsOf('RP', undefined), WITH_DEFAULT, SAMPLE_PHONE)).toBe('RP');
  });

  test.each([
    ['it is missing', paramsOf(undefined, undefined), 'call-initiator-missing'],
    ['the field has another value', paramsOf('Rp', undefined), 'call-initiator-malformed'],
    [
      'the details have another value',
      paramsOf(undefined, details({ type: 'phoneAuth', callInitiator: 1 })),
      'call-initiator-malformed',
    ],
    [
      'both have different values',
      paramsOf('user', details({ type: 'phoneAuth', callInitiator: 'RP' })),
      'call-initiator-contradiction',
    ],
    ['details are no JSON', paramsOf('RP', '[{'), 'authorization-details-malformed'],
    [
      'details are no list',
      paramsOf('RP', '{"type":"phoneAuth"}'),
      'authorization-details-malformed',
    ],
    ['details are empty', paramsOf('RP', '[]'), 'authorization-details-malformed'],
    ['details are null', paramsOf('RP', '[null]'), 'authorization-details-malformed'],
    ['details are of no type', paramsOf('RP', details({})), 'authorization-details-malformed'],
    [
      'there are two details',
      paramsOf('RP', details({ type: 'phoneAuth' }, { type: 'phoneAuth' })),
      'authorization-details-malformed',
    ],
    [
      'details have unknown members',
      paramsOf('RP', details({ type: 'phoneAuth', actions: [] })),
      'authorization-details-malformed',
    ],
  ])('is refused when %s', (_, params, code) => {
    expect(() => callInitiatorOf(params, PLAIN, SAMPLE_PHONE)).toThrow(
      expect.objectContaining({ code }),
    );
  });

  describe('of an eID that does not show it', () => {
    const CALLER_UNKNOWN = {
      ...SAMPLE_PHONE,
      detailsType: 'customerServiceCall.v1',
      namesCaller: false,
    };

    test.each([
      ['nothing', paramsOf(undefined, undefined)],
      ['details of its type', paramsOf(undefined, details({ type: 'customerServiceCall.v1' }))],
      ['a caller', paramsOf('RP', undefined)],
    ])('is undefined for a request with %s', (_, params) => {
      expect(callInitiatorOf(params, WITH_DEFAULT, CALLER_UNKNOWN)).toBeUndefined();
    });

    test.each([
      ['another type', details({ type: 'phoneAuth' })],
      ['a caller', details({ type: 'customerServiceCall.v1', callInitiator: 'RP' })],
    ])('is refused in details with %s', (_, sent) => {
      expect(() => callInitiatorOf(paramsOf(undefined, sent), PLAIN, CALLER_UNKNOWN)).toThrow(
        expect.objectContaining({
          code: 'authorization-details-malformed',
          values: { type: 'customerServiceCall.v1' },
        }),
      );
    });
  });
});
