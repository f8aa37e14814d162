import { randomBytes } from 'node:crypto';
import type { Identity } from '@eid-broker/eid-simulators/bankid/pki/certificate';
import { issueRpClient } from '@eid-broker/eid-simulators/bankid/pki/pki';
import { memoryConfigurationStore } from '@eid-broker/testing/memory/configuration-store';
import { eid, tenant, toConfiguration } from '@eid-broker/testing/sample-configuration';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cachedConfiguration } from '../../../../src/adapters/configuration/configuration.ts';
import { seBankId } from '../../../../src/adapters/eid/se-bankid/open.ts';
import { silentLog } from '../../../../src/adapters/system/log.ts';
import { systemVault } from '../../../../src/adapters/system/vault.ts';
import { mapEidSecretsOf } from '../../../../src/config/file/map-eid-secrets.ts';
import type { Acr } from '../../../../src/domain/acr.ts';
import { eidCatalogue } from '../../../../src/domain/eid-offer.ts';
import { makeApplyConfiguration } from '../../../../src/management/configuration/apply-configuration.ts';
import type { OrderEid } from '../../../../src/ports/eid.ts';
import { json, keyOf, pemOf, type RpServer, startRpServer } from './rp-server.ts';

const ACR = 'urn:grn:authn:se:bankid' as Acr;
const ORDER = { orderRef: 'o-1', startedAt: 0 };
const NOTHING = { secrets: [], publicKeys: [], eids: [] };
const RP = {
  displayName: 'Shop (simulated)',
  organisation: 'SIMULATOR Shop AB',
  organisationNumber: '0000000001',
  commonName: 'SIMULATOR RP certificate 2',
};

let server: RpServer;
beforeAll(async () => {
  server = await startRpServer();
});
afterAll(async () => {
  await server.close();
});

test('a new client certificate is used at once, and calls in flight go on undisturbed', async () => {
  let now = new Date('2026-11-21T12:00:00Z');
  const configurationStore = memoryConfigurationStore();
  const vault = systemVault([new Uint8Array(32).fill(1)]);
  const configurationSource = cachedConfiguration({
    configurationStore,
    vault,
    eids: [seBankId],
    catalogue: eidCatalogue([seBankId.offer]),
    newId: () => 'unused',
    log: silentLog,
    clock: () => now,
    guard: (opened) => opened,
  });
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const apply = makeApplyConfiguration({
    mapEidSecrets: mapEidSecretsOf([]),
    configurationStore,
    vault,
    demo: NOTHING,
  });
  const offered = async (): Promise<OrderEid> => {
    const found = (await configurationSource.current()).eid('https://login.example.com', ACR);
    if (found?.opened.order === undefined) throw new Error('not offered');
    return found.opened.order;
  };

  await apply(contentWith(server.pki.rpClient));
  const before = await offered();
  const held = holdNextAnswer();
  const inFlight = before.collect(ORDER);
  await held.arrived;

  // Another certificate of the same authority, as a bank issues it when the old one runs out.
  const renewed = await issueRpClient(server.pki, RP, randomBytes);
  await apply(contentWith(renewed));
  later(2);
  server.answer(pending('userSign'));
  const after = await offered();
  await expect(after.collect(ORDER)).resolves.toMatchObject({ hintCode: 'userSign' });
  expect(server.clients()).toEqual([server.pki.rpClient, renewed].map(serialOf));

  // Earlier requests keep the old connection until the last of them must have ended.
  await expect(before.collect(ORDER)).resolves.toMatchObject({ hintCode: 'userSign' });
  later(31);
  await configurationSource.current();
  held.release();
  await expect(inFlight).resolves.toMatchObject({ hintCode: 'userCallConfirm' });
  await expect(before.collect(ORDER)).rejects.toMatchObject({ code: 'eid-unavailable' });
  await expect(after.collect(ORDER)).resolves.toMatchObject({ hintCode: 'userSign' });
  await configurationSource.close();
});

/** The tenant's settings with this client certificate. */
function contentWith(client: Identity) {
  const settings = {
    rpApiUrl: `${server.url}/`,
    clientCertificate: { certificate: pemOf(client), privateKey: keyOf(client) },
    ca: pemOf(server.pki.tlsRoot),
  };
  return toConfiguration(tenant({ eids: [eid({ eid: 'se-bankid', settings })] }));
}

function pending(hintCode: string) {
  return json(200, { orderRef: ORDER.orderRef, status: 'pending', hintCode });
}

/** The test releases the answer to the next request. */
function holdNextAnswer() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    server.answer(async (request, response) => {
      resolve();
      await released;
      pending('userCallConfirm')(request, response);
    });
  });
  return { arrived, release };
}

function serialOf({ certificate }: Identity): string {
  return certificate.serialNumber;
}
