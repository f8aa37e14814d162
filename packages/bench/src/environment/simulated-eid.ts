import { join } from 'node:path';

import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';

import { startServer } from './server-process.ts';

/** The simulated BankID in a separate, unmeasured process. */
export interface SimulatedEid {
  readonly rpOrigin: string;
  readonly phoneUrl: string;
  readonly pkiFolder: string;
  stop(): Promise<void>;
}

/** Starts it with its files in a folder. */
export async function startSimulatedEid(folder: string): Promise<SimulatedEid> {
  const [rpPort, phonePort] = [await findFreePort(), await findFreePort()];
  const data = join(folder, 'bankid');
  const { stop } = await startServer({
    args: ['packages/eid-simulators/dist/all/main.js'],
    listens: /^Phone +http:\/\/localhost:(\d+)/,
    env: {
      SIMULATOR_DATA_DIR: data,
      SIMULATOR_PORT: String(rpPort),
      PHONE_PORT: String(phonePort),
      OIDC_SIMULATOR_PORT: '0',
      REST_SIMULATOR_PORT: '0',
    },
  });
  return {
    rpOrigin: `https://localhost:${rpPort}`,
    phoneUrl: `http://localhost:${phonePort}`,
    pkiFolder: join(data, 'pki'),
    stop,
  };
}
