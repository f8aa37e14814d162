import { findFreePort } from './embedded-postgres/find-free-port.ts';
import { type PortName, portNames, portVariables } from './settings.ts';

/** Ports for one demo. */
export type Ports = Readonly<Record<PortName, number>>;

/** Free ports, all different. @throws Error when there are none */
export async function freePorts(): Promise<Ports> {
  const ports = new Set<number>();
  while (ports.size < portNames.length) ports.add(await findFreePort());
  const free = [...ports];
  return Object.fromEntries(portNames.map((name, at) => [name, free[at] ?? 0])) as Ports;
}

/** The variables for these ports and this data folder. */
export function demoVariables(ports: Ports, dataFolder: string): Record<string, string> {
  const variables = portNames.map((name) => [portVariables[name].variable, String(ports[name])]);
  return { DATA_DIR: dataFolder, ...Object.fromEntries(variables) };
}
