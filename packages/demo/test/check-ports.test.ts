import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';

import { checkPorts } from '../src/check-ports.ts';
import { freePorts } from './demo-process.ts';

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

function occupy(host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const blocker = createServer();
    server = blocker;
    blocker.once('error', () => resolve(undefined));
    blocker.listen({ port: 0, host, ipv6Only: true }, () =>
      resolve((blocker.address() as AddressInfo).port),
    );
  });
}

describe('checking the ports', () => {
  test('passes when all are free, and leaves them free', async () => {
    const ports = await freePorts();
    await checkPorts(ports);
    await checkPorts(ports);
  });

  test('names the occupied port', async () => {
    const phone = (await occupy('127.0.0.1')) ?? 0;
    await expect(checkPorts({ ...(await freePorts()), phone })).rejects.toThrow(
      `port ${phone}, wanted for the simulated phone, is in use: stop what uses it, or set PHONE_PORT to another port`,
    );
  });

  test('counts the IPv6 side of localhost, which browsers try first', async () => {
    const client = await occupy('::1');
    if (client === undefined) {
      process.stderr.write('\nSKIPPED: this machine has no IPv6\n');
      return;
    }
    await expect(checkPorts({ ...(await freePorts()), client })).rejects.toThrow(
      `port ${client}, wanted for the demo client, is in use`,
    );
  });
});
