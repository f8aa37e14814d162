import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';

import { makeCallCounts } from '../shared/call-counts.ts';
import type { AdvanceableClock, Clock } from '../shared/clock.ts';
import type { Random } from '../shared/random.ts';
import { close, listen } from '../shared/servers.ts';
import { makeWorld, type World } from '../world/world.ts';
import { makeCompletionData } from './evidence/completion-data.ts';
import { makeEvidence } from './evidence/evidence.ts';
import { makeCollectPace } from './orders/collect-pace.ts';
import { makeOrders } from './orders/orders.ts';
import { BANKID, bankIdEid, type StatisticsReport } from './phone/bankid-eid.ts';
import { makePhone } from './phone/phone.ts';
import { makePhoneServer } from './phone/phone-server.ts';
import { makeBankIdCertificates } from './pki/bankid-certificates.ts';
import type { Pki } from './pki/pki.ts';
import { openPki, type RpFiles, rpFiles } from './pki/pki-files.ts';
import { endpoints, makeFaults } from './rp-api/faults.ts';
import { basePath, makeRpApi } from './rp-api/rp-api.ts';
import { makeRpOperations } from './rp-api/rp-operations.ts';

/** How a simulator is started. */
export interface SimulatorOptions {
  /** The folder of the PKI, made if it does not exist. */
  readonly directory: string;
  /** 0 picks a free port. */
  readonly rpPort: number;
  readonly phonePort: number;
  /** The address to listen on; by default this machine only. */
  readonly host?: string;
  /** The base of the simulator's own clock. Not together with `world`. */
  readonly clock?: Clock;
  /** The world that it shares with other simulators; by default one of its own. */
  readonly world?: World;
  readonly random?: Random;
  /** The permitted difference of a scanned QR code from the current one, in seconds; by default 5. */
  readonly qrToleranceSeconds?: number;
  /** Responds with 429 to a collect within a second after the previous one of its order. By default it only counts. */
  readonly refuseFastCollects?: boolean;
  /** Called with errors of the simulator itself. */
  readonly onBug?: (error: unknown) => void;
}

/** A running simulator. */
export interface Simulator {
  /** Base of the RP API with a slash at its end: `https://localhost:3010/rp/v6.0/`. */
  readonly rpUrl: string;
  /** The URL of the phone's page, without a trailing slash; its control API is below `/api`. */
  readonly phoneUrl: string;
  /** The certificates of an RP, as PEM texts and as files. */
  readonly tlsCa: string;
  readonly rpCertificate: string;
  readonly rpKey: string;
  readonly bankIdRoot: string;
  readonly files: RpFiles;
  /** All authorities, for issuing further certificates with `issueRpClient`. */
  readonly pki: Pki;
  readonly clock: AdvanceableClock;
  statistics(): StatisticsReport;
  /** Ends all connections and frees the ports. */
  close(): Promise<void>;
}

/**
 * Starts a simulated BankID: the RP API over mutual TLS, and the phone on a second port. @throws the listen error
 * (`EADDRINUSE`, with `port`) and file errors of the directory
 */
export async function startBankIdSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { directory, host = '127.0.0.1', random = randomBytes } = options;
  const pki = await openPki(directory, random);
  const world = options.world ?? makeWorld(options.clock ?? (() => new Date()));
  const { rpServer, phoneServer, start, statistics } = makeServers(
    { ...options, random },
    { pki, world },
  );
  const rpPort = await listen(rpServer, options.rpPort, host);
  const phonePort = await listen(phoneServer, options.phonePort, host).catch(async (error) => {
    await close(rpServer);
    throw error;
  });
  const rpUrl = `https://localhost:${rpPort}${basePath}`;
  start(rpUrl);
  return {
    rpUrl,
    phoneUrl: `http://localhost:${phonePort}`,
    tlsCa: pki.tlsRoot.certificate.toString(),
    rpCertificate: pki.rpClient.certificate.toString(),
    rpKey: pki.rpClient.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    bankIdRoot: pki.bankIdRoot.certificate.toString(),
    files: rpFiles(directory),
    pki,
    clock: world.clock,
    statistics,
    async close() {
      await Promise.all([close(rpServer), close(phoneServer)]);
    },
  };
}

interface Parts {
  readonly pki: Pki;
  readonly world: World;
}

function makeServers(options: SimulatorOptions & { random: Random }, { pki, world }: Parts) {
  const { clock } = world;
  const { random, qrToleranceSeconds = 5, refuseFastCollects = false, onBug = () => {} } = options;
  const pace = makeCollectPace({
    clock: clock.now,
    refusesFastCollects: refuseFastCollects,
  });
  const orders = makeOrders({ clock: clock.now, random, pace });
  const faults = makeFaults();
  const counts = makeCallCounts(endpoints);
  const statistics = () => ({ calls: counts.read(), fastCollects: pace.fastCollects() });
  const certificates = makeBankIdCertificates({ pki, random });
  const completionData = makeCompletionData(makeEvidence({ pki, certificates, random }));
  const rpApi = makeRpApi({
    operations: makeRpOperations({ orders, completionData }),
    faults,
    onCall: counts.count,
    onBug,
  });
  const phone = makePhone({ orders, clock: clock.now, qrTolerance: qrToleranceSeconds });
  const phoneApp = makePhoneServer(phone, { world, name: BANKID });
  phoneApp.on('error', onBug);
  return {
    rpServer: createHttpsServer(tlsOptions(pki), rpApi),
    phoneServer: createHttpServer(phoneApp.callback()),
    /** Once the address is known. */
    start: (address: string) => world.add(bankIdEid({ address, phone, faults, statistics })),
    statistics,
  };
}

/** A connection without a certificate of the simulator's authority is refused before HTTP. */
function tlsOptions({ tlsServer, rpAuthority }: Pki) {
  return {
    key: tlsServer.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: tlsServer.certificate.toString(),
    ca: rpAuthority.certificate.toString(),
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    // Longer than any RP pauses between two collects: a start must not meet a connection that is
    // just being closed.
    keepAliveTimeout: 60_000,
    ALPNProtocols: ['http/1.1'],
  } as const;
}
