import { unsimulated } from '@eid-broker/testing/unsimulated-credential';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { seFrejaId } from '../../../../src/adapters/eid/se-frejaid/open.ts';
import { faultsOf } from '../settings-faults.ts';
import { type FrejaUnderTest, frejaSettings, startFrejaUnderTest } from './freja-under-test.ts';

const { settings: schema, isSimulated } = seFrejaId;

let it: FrejaUnderTest;
let valid: ReturnType<typeof frejaSettings>;
beforeAll(async () => {
  it = await startFrejaUnderTest();
  valid = frejaSettings(it.simulator, it.pki);
});
afterAll(() => it.close());

const faults = (change: object) => faultsOf(schema, { ...valid, ...change });

describe("Freja's settings", () => {
  test('are those of the simulator, or of Freja itself', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ url: undefined, appUrl: undefined })).toEqual([]);
    expect(faults({ dynamicQrCode: false, relyingPartyId: 'shop_1', environment: 'test' })).toEqual(
      [],
    );
  });

  test.each<[object, string]>([
    [{ clientCertificate: undefined }, 'clientCertificate is required'],
    [{ ca: undefined }, 'ca is required'],
    [{ ca: 'x' }, 'ca must hold one or more PEM certificates'],
    [{ signingCertificates: undefined }, 'signingCertificates is required'],
    [{ signingCertificates: 'x' }, 'signingCertificates must hold one or more PEM certificates'],
    [{ relyingPartyId: 'a b' }, 'relyingPartyId must be letters, digits, and . : _ -'],
    [{ environment: 'demo' }, 'environment must be production or test'],
    [{ url: 'http://localhost' }, 'url must be an https address without a query'],
    [{ url: 'https://localhost?x' }, 'url must be an https address without a query'],
    [{ appUrl: 'freja://x' }, 'appUrl must be an http address without a query'],
    [{ dynamicQrCode: 'no' }, 'dynamicQrCode must be true or false'],
    [{ timeoutSeconds: 0 }, 'timeoutSeconds must be more than 0'],
    [{ timeoutSeconds: 60 }, 'timeoutSeconds must be at most 8'],
  ])('%j are refused', (change, fault) => {
    expect(faults(change)).toEqual([fault]);
  });

  test('have a certificate with its key', () => {
    const { certificate } = valid.clientCertificate;
    const [fault] = faults({ clientCertificate: { certificate } });
    expect(fault).toMatch(/^clientCertificate/);
  });

  test('of a simulator are recognized by address and environment', () => {
    expect(isSimulated(valid)).toBe(true);
    const own = { ...valid, url: undefined, appUrl: undefined };
    expect(isSimulated({ ...own, environment: 'test' })).toBe(true);
  });

  test.each([
    [true, 'https://services.test.frejaeid.com'],
    [false, 'https://services.prod.frejaeid.com'],
    [false, undefined],
  ])('of its test environment are recognized by the address, too: %s %s', (expected, url) => {
    const { certificate, privateKey } = unsimulated;
    const real = { clientCertificate: { certificate, privateKey }, ca: certificate };
    const own = { ...real, signingCertificates: certificate, environment: 'production', url };
    expect(isSimulated(own)).toBe(expected);
  });
});
