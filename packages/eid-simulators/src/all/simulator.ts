import type { KeyObject } from 'node:crypto';

import type { StatisticsReport } from '../bankid/phone/bankid-eid.ts';
import type { Pki } from '../bankid/pki/pki.ts';
import { type Simulator, startBankIdSimulator } from '../bankid/simulator.ts';
import { type OidcSimulator, startOidcSimulator } from '../oidc/simulator.ts';
import { type RestSimulator, startRestSimulator } from '../rest/simulator.ts';
import type { Clock } from '../shared/clock.ts';
import { makeWorld, type World } from '../world/world.ts';

/** How all simulators are started together. */
export interface SimulatorsOptions {
  /** The folder of the PKI, made if it does not exist. */
  readonly directory: string;
  /** 0 picks a free port. */
  readonly ports: {
    /** BankID's RP API. */
    readonly bankId: number;
    readonly phone: number;
    readonly oidc: number;
    readonly rest: number;
  };
  /** The address to listen on; by default this machine only. */
  readonly host?: string;
  /** The address in the issuers of the OpenID Connect server, of a proxy in front of it; by default its own. */
  readonly oidcUrl?: string;
  /** The base of the simulators' own clock. */
  readonly clock?: Clock;
  readonly qrToleranceSeconds?: number;
  readonly refuseFastCollects?: boolean;
  /** Called with errors of the simulators themselves. */
  readonly onBug?: (error: unknown) => void;
}

/** All simulated eIDs in one world. */
export interface Simulators {
  readonly world: World;
  readonly bankId: Simulator;
  readonly oidc: OidcSimulator;
  readonly rest: RestSimulator;
  /** BankID's. */
  statistics(): StatisticsReport;
  /** Ends all connections and frees the ports. */
  close(): Promise<void>;
}

/** Starts a server for each family. @throws the listen error (`EADDRINUSE`, with `port`) and file errors of the directory */
export async function startSimulators(options: SimulatorsOptions): Promise<Simulators> {
  const { ports, ...others } = options;
  const world = makeWorld(options.clock ?? (() => new Date()));
  const shared = { ...others, world };
  const running: { close(): Promise<void> }[] = [];
  const close = async () => {
    await Promise.all(running.map((one) => one.close()));
  };
  try {
    const bankId = await startBankIdSimulator({
      ...shared,
      rpPort: ports.bankId,
      phonePort: ports.phone,
    });
    running.push(bankId);
    const oidc = await startOidcSimulator({
      ...shared,
      port: ports.oidc,
      ...(options.oidcUrl !== undefined && { url: options.oidcUrl }),
      rsaKeys: rsaKeysOf(bankId.pki),
    });
    running.push(oidc);
    const { pki, phoneUrl: pagesUrl } = bankId;
    const rest = await startRestSimulator({ ...shared, port: ports.rest, pki, pagesUrl });
    running.push(rest);
    return { world, bankId, oidc, rest, statistics: bankId.statistics, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Keys that are stored already: new ones would cost a second at each start. */
function rsaKeysOf(pki: Pki): readonly KeyObject[] {
  const { tlsServer, rpAuthority, bankAuthority, customerAuthority } = pki;
  return [tlsServer, rpAuthority, bankAuthority, customerAuthority].map(
    ({ privateKey }) => privateKey,
  );
}
