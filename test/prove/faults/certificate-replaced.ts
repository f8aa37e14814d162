import { randomBytes } from 'node:crypto';
import { cp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { issueRpClient } from '../../../src/simulators/bankid/pki/pki.ts';
import { openPki } from '../../../src/simulators/bankid/pki/pki-files.ts';
import type { FaultScenario } from './fault.ts';
import { personOfOurs, startHeadlessLogin } from './headless-login.ts';
import { untilHealthy } from './healthy.ts';
import { pause } from './pause.ts';

/** Within so much every replica has noticed. */
const NOTICED_MS = 6_000;

const RELYING_PARTY = {
  organisation: 'Renewed AB',
  organisationNumber: '5566778899',
  commonName: 'Renewed',
  displayName: 'Renewed',
};

export const certificateReplaced: FaultScenario = {
  id: 'F16',
  title: 'the client certificate for the eID is replaced by `npm run apply`',
  expect:
    'no restart, no failed start; an order begun under the old certificate may end as `server_error`, as only that one may ask about it',
  async inject({ world, random, signal, note }) {
    const folder = join(world.folder, `pki-${Math.round(performance.now())}`);
    await cp(world.simulator.pkiFolder, folder, { recursive: true });
    const pki = await openPki(dirname(world.simulator.pkiFolder), randomBytes);
    const { certificate, privateKey } = await issueRpClient(pki, RELYING_PARTY, randomBytes);
    await writeFile(join(folder, 'rp-client.pem'), certificate.toString());
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    await writeFile(join(folder, 'rp-client.key'), pem);
    world.configure({ EID_PKI: folder });
    note((await world.apply()).trim());
    await pause(NOTICED_MS, signal);
    for (let tries = 0; tries < 3 * world.replicas.length; tries += 1) {
      await (await startHeadlessLogin(world, personOfOurs(random))).cancel();
    }
    await untilHealthy(world);
  },
};
