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

describe('who placed the call', () => {
  test.each([
    ['the field', said('RP', undefined), 'RP'],
    ['the details', said(undefined, details({ type: 'phoneAuth', callInitiator: 'user' })), 'user'],
    ['both', said('RP', details({ type: 'phoneAuth', callInitiator: 'RP' })), 'RP'],
    ['the field beside details that do not say', said('RP', details({ type: 'phoneAuth' })), 'RP'],
  ])('is what %s says', (_, params, expected) => {
    expect(callInitiatorOf(params, PLAIN)).toBe(expected);
  });

  test('is what the settings say when the request does not', () => {
    expect(callInitiatorOf(said(undefined, undefined), WITH_DEFAULT)).toBe('user');
    expect(callInitiatorOf(said('RP', undefined), WITH_DEFAULT)).toBe('RP');
  });

  test.each([
    ['nobody says', said(undefined, undefined), 'call-initiator-missing'],
    ['the field says something else', said('Rp', undefined), 'call-initiator-malformed'],
    [
      'the details say something else',
      said(undefined, details({ type: 'phoneAuth', callInitiator: 1 })),
      'call-initiator-malformed',
    ],
    [
      'both say different things',
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
      'details say more than we know',
      said('RP', details({ type: 'phoneAuth', actions: [] })),
      'authorization-details-malformed',
    ],
  ])('is refused when %s', (_, params, code) => {
    expect(() => callInitiatorOf(params, PLAIN)).toThrow(expect.objectContaining({ code }));
  });
});
