import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { type AdvanceableClock, type Clock, makeAdvanceableClock } from './clock.ts';
import { makeCompletionData } from './evidence/completion-data.ts';
import { makeEvidence } from './evidence/evidence.ts';
import { makeCollectPace } from './orders/collect-pace.ts';
import { makeOrders } from './orders/orders.ts';
import { makePhone } from './phone/phone.ts';
import { makePhoneServer } from './phone/phone-server.ts';
import { makeBankIdCertificates } from './pki/bankid-certificates.ts';
import type { Pki } from './pki/pki.ts';
import { openPki, type RpFiles, rpFiles } from './pki/pki-files.ts';
import type { Random } from './random.ts';
import { makeFaults } from './rp-api/faults.ts';
import { basePath, makeRpApi } from './rp-api/rp-api.ts';
import { makeRpOperations } from './rp-api/rp-operations.ts';
import { makeStatistics, type StatisticsReport } from './statistics.ts';

/** How a simulator is started. */
export interface SimulatorOptions {
  /** The folder of the PKI, made if it does not exist. */
  readonly directory: string;
  /** 0 picks a free port. */
  readonly rpPort: number;
  readonly phonePort: number;
  /** The address to listen on; by default this machine only. */
  readonly host?: string;
  /** The base of the simulator's own clock. */
  readonly clock?: Clock;
  readonly random?: Random;
  /** The permitted difference of a scanned QR code from the current one, in seconds; by default 5. */
  readonly qrToleranceSeconds?: number;
  /**
   * Responds with 429 to a collect within a second after the previous one of the same order; by default it only counts.
   */
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
  const clock = makeAdvanceableClock(options.clock ?? (() => new Date()));
  const { rpServer, phoneServer, statistics } = makeServers({ ...options, random }, { pki, clock });
  const rpPort = await listen(rpServer, options.rpPort, host);
  const phonePort = await listen(phoneServer, options.phonePort, host).catch(async (error) => {
    await close(rpServer);
    throw error;
  });
  return {
    rpUrl: `https://localhost:${rpPort}${basePath}`,
    phoneUrl: `http://localhost:${phonePort}`,
    tlsCa: pki.tlsRoot.certificate.toString(),
    rpCertificate: pki.rpClient.certificate.toString(),
    rpKey: pki.rpClient.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    bankIdRoot: pki.bankIdRoot.certificate.toString(),
    files: rpFiles(directory),
    pki,
    clock,
    statistics,
    async close() {
      await Promise.all([close(rpServer), close(phoneServer)]);
    },
  };
}

interface Parts {
  readonly pki: Pki;
  readonly clock: AdvanceableClock;
}

function makeServers(options: SimulatorOptions & { random: Random }, { pki, clock }: Parts) {
  const { random, qrToleranceSeconds = 5, refuseFastCollects = false, onBug = () => {} } = options;
  const pace = makeCollectPace({
    clock: clock.now,
    refusesFastCollects: refuseFastCollects,
  });
  const orders = makeOrders({ clock: clock.now, random, pace });
  const faults = makeFaults();
  const counters = makeStatistics(pace.fastCollects);
  const certificates = makeBankIdCertificates({ pki, random });
  const completionData = makeCompletionData(makeEvidence({ pki, certificates, random }));
  const rpApi = makeRpApi({
    operations: makeRpOperations({ orders, completionData }),
    faults,
    onCall: counters.count,
    onBug,
  });
  const phone = makePhone({ orders, clock: clock.now, qrTolerance: qrToleranceSeconds });
  const phoneApp = makePhoneServer({ phone, clock, faults, statistics: counters });
  phoneApp.on('error', onBug);
  return {
    rpServer: createHttpsServer(tlsOptions(pki), rpApi),
    phoneServer: createHttpServer(phoneApp.callback()),
    statistics: counters.read,
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

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
