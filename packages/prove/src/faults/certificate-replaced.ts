import { randomBytes } from 'node:crypto';
import { cp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Identity, issueCertificate } from '@eid-broker/eid-simulators/bankid/pki/certificate';
import {
  extendedKeyUsage,
  keyUsage,
  subjectNames,
} from '@eid-broker/eid-simulators/bankid/pki/certificate-extensions';
import {
  createPki,
  issueRpClient,
  newKeys,
  type Pki,
} from '@eid-broker/eid-simulators/bankid/pki/pki';
import { openPki } from '@eid-broker/eid-simulators/bankid/pki/pki-files';
import type { Environment } from '../environment/environment.ts';
import { startTlsProxy } from '../environment/tls-proxy.ts';
import { callsOf } from './eid-calls.ts';
import { type FaultScenario, type Injection, pause } from './fault.ts';
import { reservedPerson, startHeadlessLogin } from './headless-login.ts';
import { untilHealthy } from './healthy.ts';

const EXPIRED_MS = 4_000;
/** The limit for every replica to apply a change. */
const NOTICED_MS = 10_000;
const AGAIN_MS = 200;

const RELYING_QUEUE_KEY = {
  organisation: 'Renewed AB',
  organisationNumber: '5566778899',
  commonName: 'Renewed',
  displayName: 'Renewed',
};

export const certificateReplaced: FaultScenario = {
  id: 'F16',
  title:
    "our certificate for the eID is replaced, the eID's expires, and then comes from another authority: both by `npm run apply`",
  expect:
    'no restart, no failed start once it is applied; an expired one is not trusted, without a denial; an order under our old certificate may end as `server_error`, because only that certificate may poll it',
  seconds: 11,
  async inject(injection) {
    const { environment } = injection;
    const { pkiFolder, port } = environment.simulator;
    const pki = await openPki(dirname(pkiFolder), randomBytes);
    const client = await issueRpClient(pki, RELYING_QUEUE_KEY, randomBytes);
    const folder = join(environment.folder, `pki-${Math.round(performance.now())}`);
    await cp(pkiFolder, folder, { recursive: true });
    await write(client, join(folder, 'rp-client'));
    await apply(folder, environment);
    await untilEveryoneStarts('our new certificate', injection);
    try {
      await showExpired({ pki, client }, injection);
      await showForeign({ pki, client, folder }, injection);
    } finally {
      connectTo(port, environment);
      await apply(folder, environment);
      await untilHealthy(environment);
    }
    await untilEveryoneStarts('the first authority again', injection);
  },
};

interface Trust {
  readonly pki: Pki;
  /** The service's configuration as applied. */
  readonly client: Identity;
}

/** The service sends nothing to a server with an expired certificate. */
async function showExpired({ pki, client }: Trust, { environment, signal, note }: Injection) {
  const toPort = environment.simulator.port;
  const proxy = await startTlsProxy({ server: await expired(pki), toPort, pki, client });
  connectTo(proxy.port, environment);
  const before = await callsOf(environment);
  await pause(EXPIRED_MS, signal);
  const passed = (await callsOf(environment)) - before;
  await proxy.close();
  note(`expired: ${passed} calls succeeded`);
  if (passed > 0) throw new Error('an expired certificate was trusted');
  const ready = await Promise.all(environment.replicas.map((replica) => replica.isReady()));
  if (!ready.every((each) => each)) throw new Error('a replica is not ready without the eID');
}

/** The eID gets a certificate of another authority. A configuration that trusts it works without a restart. */
async function showForeign(
  { pki, client, folder }: Trust & { readonly folder: string },
  injection: Injection,
) {
  const { environment } = injection;
  const other = await createPki(randomBytes);
  const toPort = environment.simulator.port;
  const proxy = await startTlsProxy({ server: other.tlsServer, toPort, pki, client });
  try {
    const trusting = `${folder}-other`;
    await cp(folder, trusting, { recursive: true });
    await writeFile(join(trusting, 'tls-ca.pem'), other.tlsRoot.certificate.toString());
    connectTo(proxy.port, environment);
    await apply(trusting, environment);
    await untilEveryoneStarts('another authority', injection);
  } finally {
    await proxy.close();
  }
}

async function expired({ tlsRoot }: Pki): Promise<Identity> {
  const { publicKey, privateKey } = await newKeys();
  const certificate = issueCertificate({
    subject: [['CN', 'SIMULATOR expired']],
    publicKey,
    issuer: tlsRoot,
    from: new Date('2020-01-01T00:00:00Z'),
    to: new Date('2021-01-01T00:00:00Z'),
    extensions: [
      keyUsage('digitalSignature', 'keyEncipherment'),
      extendedKeyUsage('1.3.6.1.5.5.7.3.1'),
      subjectNames({ dNSName: 'localhost' }),
    ],
    hash: 'sha256',
    random: randomBytes,
  });
  return { certificate, privateKey };
}

/** Several logins in a row, so that each replica starts some. */
async function untilEveryoneStarts(what: string, { environment, random, note }: Injection) {
  const since = performance.now();
  const wanted = 3 * environment.replicas.length;
  let started = 0;
  while (started < wanted) {
    const login = await startHeadlessLogin(environment, reservedPerson(random)).catch((error) => {
      if (performance.now() - since > NOTICED_MS) throw error;
      return undefined;
    });
    await login?.cancel();
    started = login === undefined ? 0 : started + 1;
    if (login === undefined) await sleep(AGAIN_MS);
  }
  note(`${what}: ${wanted} logins in a row after ${Math.round(performance.now() - since)} ms`);
}

function connectTo(port: number, { eidProxy }: Environment): void {
  eidProxy.connectTo(port);
  eidProxy.cut();
}

async function apply(folder: string, environment: Environment): Promise<void> {
  environment.configure({ EID_PKI: folder });
  await environment.apply();
}

async function write({ certificate, privateKey }: Identity, path: string): Promise<void> {
  await writeFile(`${path}.pem`, certificate.toString());
  await writeFile(`${path}.key`, privateKey.export({ type: 'pkcs8', format: 'pem' }));
}
