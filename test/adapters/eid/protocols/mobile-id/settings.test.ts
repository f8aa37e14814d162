import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { eeMobileId } from '../../../../../src/adapters/eid/ee-mobile-id/row.ts';
import { mobileIdModule } from '../../../../../src/adapters/eid/protocols/mobile-id/mobile-id-module.ts';
import { faultsOf } from '../../settings-faults.ts';
import {
  type MobileIdUnderTest,
  mobileIdSettings,
  startMobileIdUnderTest,
} from './mobile-id-under-test.ts';

const { settings: schema, isSimulated } = mobileIdModule(eeMobileId);

let it: MobileIdUnderTest;
let valid: ReturnType<typeof mobileIdSettings>;
beforeAll(async () => {
  it = await startMobileIdUnderTest(eeMobileId);
  valid = mobileIdSettings(it.simulator, it.pki);
});
afterAll(() => it.close());

const faults = (change: object) => faultsOf(schema, { ...valid, ...change });

describe('the settings of Mobile-ID', () => {
  test('are those of the simulator, or of Mobile-ID itself', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ apiUrl: undefined, certificatePolicies: ['1.3.6.1.4.1.10015.18.1'] })).toEqual(
      [],
    );
  });

  test.each<[object, string]>([
    [{ relyingPartyUuid: undefined }, 'relyingPartyUuid is required'],
    [{ relyingPartyUuid: 'DEMO' }, 'relyingPartyUuid must be a UUID in lower case'],
    [{ relyingPartyName: undefined }, 'relyingPartyName is required'],
    [{ serverKeys: undefined }, 'serverKeys is required'],
    [{ serverKeys: [] }, 'serverKeys must name at least one key'],
    [{ serverKeys: 'x' }, 'serverKeys must be a list'],
    [{ serverKeys: ['sha256/x'] }, 'serverKeys[0] must be a SHA-256 in base64'],
    [{ ca: 'x' }, 'ca must hold one or more PEM certificates'],
    [{ personAuthorities: undefined }, 'personAuthorities is required'],
    [
      { personAuthorities: 'x' },
      'personAuthorities must hold one or more PEM certificates of authorities',
    ],
    [{ certificatePolicies: ['x'] }, 'certificatePolicies[0] must be an OID'],
    [{ certificatePolicies: [] }, 'certificatePolicies must name at least one policy'],
    [{ environment: 'demo' }, 'environment must be production or test'],
    [{ apiUrl: 'http://localhost' }, 'apiUrl must be an https address without a query'],
    [{ timeoutSeconds: 1 }, 'timeoutSeconds must be at least 2.5'],
    [{ timeoutSeconds: 60 }, 'timeoutSeconds must be at most 5'],
  ])('%j are refused', (change, fault) => {
    expect(faults(change)).toEqual([fault]);
  });

  test('of a simulator are recognized by address and environment', () => {
    expect(isSimulated(valid)).toBe(true);
    expect(isSimulated({ ...valid, apiUrl: undefined, environment: 'test' })).toBe(true);
  });
});
