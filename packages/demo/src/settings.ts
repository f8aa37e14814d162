import { resolve } from 'node:path';

/** The servers of the demo with configurable ports. */
export type PortName =
  | 'service'
  | 'health'
  | 'management'
  | 'simulator'
  | 'phone'
  | 'oidcSimulator'
  | 'restSimulator'
  | 'client';

/** The settings of the demo. */
export interface DemoSettings {
  /** Absolute. */
  readonly dataFolder: string;
  readonly ports: Readonly<Record<PortName, number>>;
  /** The origin of the applications in docs/start. */
  readonly startUrl: string;
  /** Absent: the embedded PostgreSQL. */
  readonly databaseUrl?: string;
  readonly logLevel?: string;
}

/** Each server's variable, usual port, and name in messages. */
export const portVariables: Readonly<
  Record<PortName, { readonly variable: string; readonly usual: number; readonly what: string }>
> = {
  service: { variable: 'PORT', usual: 3000, what: 'the service' },
  health: { variable: 'HEALTH_PORT', usual: 3001, what: 'the health endpoints' },
  management: { variable: 'MANAGEMENT_PORT', usual: 3002, what: 'the management API' },
  simulator: { variable: 'SIMULATOR_PORT', usual: 3010, what: 'the simulated BankID' },
  phone: { variable: 'PHONE_PORT', usual: 3011, what: 'the simulated phone' },
  oidcSimulator: {
    variable: 'OIDC_SIMULATOR_PORT',
    usual: 3012,
    what: 'the simulated eIDs with OpenID Connect',
  },
  restSimulator: {
    variable: 'REST_SIMULATOR_PORT',
    usual: 3013,
    what: 'the simulated eIDs with REST',
  },
  client: { variable: 'DEMO_CLIENT_PORT', usual: 3020, what: 'the demo client' },
};

/** The names of all servers, in the order of their usual ports. */
export const portNames = Object.keys(portVariables) as readonly PortName[];

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the variables; an empty one counts as unset. @throws Error of one line */
export function readDemoSettings(env: Variables, usualDataFolder: string): DemoSettings {
  const ports = Object.fromEntries(
    portNames.map((name) => [name, portOf(name, env)]),
  ) as DemoSettings['ports'];
  refuseShared(ports);
  if (env.DATABASE_URL) refuseForeignUrl(env.DATABASE_URL);
  return {
    dataFolder: resolve(env.DATA_DIR || usualDataFolder),
    ports,
    startUrl: startUrlIn(env),
    ...(env.DATABASE_URL && { databaseUrl: env.DATABASE_URL }),
    ...(env.LOG_LEVEL && { logLevel: env.LOG_LEVEL }),
  };
}

function startUrlIn({ DEMO_START_URL: text = '' }: Variables): string {
  if (text === '') return 'http://localhost:3030';
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw new Error('DEMO_START_URL must be an origin such as http://localhost:3030');
}

function portOf(name: PortName, env: Variables): number {
  const { variable, usual } = portVariables[name];
  const text = env[variable] || String(usual);
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Error(`${variable} must be a port number from 1 to 65535, not "${text}"`);
}

function refuseShared(ports: DemoSettings['ports']): void {
  for (const [at, name] of portNames.entries()) {
    const twin = portNames.slice(at + 1).find((other) => ports[other] === ports[name]);
    if (twin === undefined) continue;
    const { variable, what } = portVariables[name];
    const other = portVariables[twin];
    throw new Error(
      `port ${ports[name]} cannot serve both ${what} (${variable}) and ${other.what} (${other.variable})`,
    );
  }
}

/** The text itself is not repeated: it may contain a password. */
function refuseForeignUrl(text: string): void {
  if (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)) return;
  throw new Error('DATABASE_URL must be a URL such as postgres://user@host/database');
}
