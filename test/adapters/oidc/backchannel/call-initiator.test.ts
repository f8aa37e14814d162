import { describe, expect, test } from '@jest/globals';

import { callInitiatorOf } from '../../../../src/adapters/oidc/backchannel/call-initiator.ts';
import { sampleApplication } from '../../../support/sample-application.ts';

const PLAIN = sampleApplication();
const WITH_DEFAULT = sampleApplication({ defaultCallInitiator: 'user' });

function said(callInitiator: string | undefined, authorizationDetails: string | undefined) {
  return { callInitiator, authorizationDetails };
}

function details(...list: readonly unknown[]): string {
  return JSON.stringify(list);
}

describe('the initiator of the call', () => {
  test.each([
    ['the field', said('RP', undefined), 'RP'],
    ['the details', said(undefined, details({ type: 'phoneAuth', callInitiator: 'user' })), 'user'],
    ['both', said('RP', details({ type: 'phoneAuth', callInitiator: 'RP' })), 'RP'],
    ['the field beside details without it', said('RP', details({ type: 'phoneAuth' })), 'RP'],
  ])('is read from %s', (_, params, expected) => {
    expect(callInitiatorOf(params, PLAIN)).toBe(expected);
  });

  test('is taken from the settings when the request does not name it', () => {
    expect(callInitiatorOf(said(undefined, undefined), WITH_DEFAULT)).toBe('user');
    expect(callInitiatorOf(said('RP', undefined), WITH_DEFAULT)).toBe('RP');
  });

  test.each([
    ['it is missing', said(undefined, undefined), 'call-initiator-missing'],
    ['the field has another value', said('Rp', undefined), 'call-initiator-malformed'],
    [
      'the details have another value',
      said(undefined, details({ type: 'phoneAuth', callInitiator: 1 })),
      'call-initiator-malformed',
    ],
    [
      'both have different values',
      said('user', details({ type: 'phoneAuth', callInitiator: 'RP' })),
      'call-initiator-contradiction',
    ],
    ['details are no JSON', said('RP', '[{'), 'authorization-details-malformed'],
    ['details are no list', said('RP', '{"type":"phoneAuth"}'), 'authorization-details-malformed'],
    ['details are empty', said('RP', '[]'), 'authorization-details-malformed'],
    ['details are null', said('RP', '[null]'), 'authorization-details-malformed'],
    ['details are of no type', said('RP', details({})), 'authorization-details-malformed'],
    [
      'there are two details',
      said('RP', details({ type: 'phoneAuth' }, { type: 'phoneAuth' })),
      'authorization-details-malformed',
    ],
    [
      'details have unknown members',
      said('RP', details({ type: 'phoneAuth', actions: [] })),
      'authorization-details-malformed',
    ],
  ])('is refused when %s', (_, params, code) => {
    expect(() => callInitiatorOf(params, PLAIN)).toThrow(expect.objectContaining({ code }));
  });
});
