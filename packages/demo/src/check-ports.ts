import { createServer } from 'node:net';

import { type DemoSettings, type PortName, portNames, portVariables } from './settings.ts';

/**
 * Checks that every port is free before anything starts. Other software on the IPv6 side of a port counts too: browsers
 * try that side of localhost first. @throws Error of one line that names port, purpose and variable
 */
export async function checkPorts(ports: DemoSettings['ports']): Promise<void> {
  const faults = await Promise.all(portNames.map((name) => faultOf(name, ports[name])));
  const [first] = faults.filter((fault) => fault !== undefined);
  if (first !== undefined) throw new Error(first);
}

async function faultOf(name: PortName, port: number): Promise<string | undefined> {
  const { variable, what } = portVariables[name];
  for (const address of ['127.0.0.1', '::1']) {
    switch (await codeOfListening(port, address)) {
      case 'EADDRINUSE':
        return `port ${port}, wanted for ${what}, is in use: stop what uses it, or set ${variable} to another port`;
      case 'EACCES':
        return `port ${port}, wanted for ${what}, is not open to ordinary users: set ${variable} to another port`;
    }
  }
  return undefined;
}

/** The error code; undefined for success. A machine without IPv6 has codes that do not matter here. */
function codeOfListening(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
