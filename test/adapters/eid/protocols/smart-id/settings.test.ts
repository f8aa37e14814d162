import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { eeSmartId } from '../../../../../src/adapters/eid/ee-smart-id/row.ts';
import { smartIdModule } from '../../../../../src/adapters/eid/protocols/smart-id/smart-id-module.ts';
import { faultsOf } from '../../settings-faults.ts';
import { type SmartIdUnderTest, startSmartIdUnderTest } from './smart-id-under-test.ts';

const { settings: schema, isSimulated } = smartIdModule(eeSmartId);

/** An authority of nobody, without a word of tests in its name. */
const PLAIN = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUATi3IooDegLd0AP0sEdqEWOKoFQwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMU2FtcGxlIEVJRC1RMCAXDTI2MTEyMjE1MTM0OFoYDzIwNTEw
NzE0MTUxMzQ4WjAXMRUwEwYDVQQDDAxTYW1wbGUgRUlELVEwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAS6zxkxkgiAcgXAobtHGntN60ATEtJX1V9cyKrk74dpO9Pu
ZHIjw0r60VIa5AxrxWm7Vgf8GgozjwM15nPuZCREo2MwYTAdBgNVHQ4EFgQUJ1vC
0kPJoJm5SwvuXUt/r3v2KZQwHwYDVR0jBBgwFoAUJ1vC0kPJoJm5SwvuXUt/r3v2
KZQwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAgQwCgYIKoZIzj0EAwID
RwAwRAIgb6hM8fIFAVjEu90ESp4UJ5rWT9fwq1vn+JzvToX6i/4CIBn1xH0O4z6z
9l8Y8OdYTomzlSrx/dv3r9C/7yD+a7dA
-----END CERTIFICATE-----
`;

let it: SmartIdUnderTest;
beforeAll(async () => {
  it = await startSmartIdUnderTest(eeSmartId);
});
afterAll(() => it.close());

const faults = (change: object) => faultsOf(schema, { ...it.settings, ...change });

describe('the settings of Smart-ID', () => {
  test('are those of the simulator, or of Smart-ID itself', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ apiUrl: undefined, ca: undefined })).toEqual([]);
  });

  test.each<[object, string]>([
    [{ relyingPartyUuid: undefined }, 'relyingPartyUuid is required'],
    [{ relyingPartyUuid: 'DEMO' }, 'relyingPartyUuid must be a UUID'],
    [{ relyingPartyName: undefined }, 'relyingPartyName is required'],
    [{ relyingPartyName: `${'õ'.repeat(16)}x` }, 'relyingPartyName must have at most 32 bytes'],
    [{ relyingPartyName: 7 }, 'relyingPartyName must be text'],
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
    [{ environment: 'demo' }, 'environment must be production or test'],
    [{ apiUrl: 'http://localhost/v3' }, 'apiUrl must be an https address without a query'],
    [{ apiUrl: 'https://localhost/v3?x' }, 'apiUrl must be an https address without a query'],
    [{ timeoutSeconds: 5 }, 'timeoutSeconds must be at most 4'],
    [{ timeoutSeconds: 1 }, 'timeoutSeconds must be more than 1'],
  ])('%j are refused', (change, fault) => {
    expect(faults(change)).toEqual([fault]);
  });
});

describe('settings of a simulator', () => {
  const production = () => ({ ...it.settings, apiUrl: undefined, personAuthorities: PLAIN });

  test('are recognized by address, environment and authorities', () => {
    expect(isSimulated(it.settings)).toBe(true);
    expect(isSimulated({ ...it.settings, apiUrl: undefined })).toBe(true);
    expect(isSimulated({ ...production(), environment: 'test' })).toBe(true);
    expect(isSimulated({ ...production(), apiUrl: 'https://other.example/v3' })).toBe(true);
    expect(isSimulated(production())).toBe(false);
    expect(isSimulated({ ...production(), environment: 'production' })).toBe(false);
  });
});
