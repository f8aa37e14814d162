import { startSimulators } from './simulator.ts';

/** The variable of each port, and its usual value. */
const PORTS = {
  bankId: ['SIMULATOR_PORT', 3010],
  phone: ['PHONE_PORT', 3011],
  oidc: ['OIDC_SIMULATOR_PORT', 3012],
  rest: ['REST_SIMULATOR_PORT', 3013],
} as const;

try {
  const port = ([name, usual]: readonly [string, number]) =>
    wholeNumber(name, usual, 'a port number');
  const { bankId, oidc, rest, close } = await startSimulators({
    directory: process.env.SIMULATOR_DATA_DIR ?? '.data/bankid-simulator',
    ports: {
      bankId: port(PORTS.bankId),
      phone: port(PORTS.phone),
      oidc: port(PORTS.oidc),
      rest: port(PORTS.rest),
    },
    host: process.env.SIMULATOR_HOST ?? '127.0.0.1',
    ...(process.env.OIDC_SIMULATOR_URL && { oidcUrl: process.env.OIDC_SIMULATOR_URL }),
    qrToleranceSeconds: wholeNumber('SIMULATOR_QR_TOLERANCE_SECONDS', 5, 'a number of seconds'),
    refuseFastCollects: process.env.SIMULATOR_REFUSE_FAST_COLLECTS === '1',
    onBug: (error) => process.stderr.write(`${String(error)}\n`),
  });
  const { files } = bankId;
  say('WARNING: this is a simulator of eIDs. It proves nothing about anybody.');
  say(`BankID, RP API v6.0 ${bankId.rpUrl} (mutual TLS)`);
  say(`Phone               ${bankId.phoneUrl}/ (control API of all eIDs below /api)`);
  say(`What waits          ${bankId.phoneUrl}/waiting`);
  for (const [name, address] of Object.entries({ ...oidc.issuers, ...rest.addresses })) {
    say(`${name.padEnd(20)}${address}`);
  }
  say(`CA of all servers   ${files.tlsCa}`);
  say(`Client certificate  ${files.rpCertificate}, ${files.rpKey}`);
  say(`  the same, PKCS#12 ${files.rpPkcs12} (passphrase: simulator)`);
  say(`BankID root         ${files.bankIdRoot}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

function wholeNumber(name: string, usual: number, what: string): number {
  const value = process.env[name] ?? String(usual);
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new Error(`${name} must be ${what}, not "${value}"`);
}

function explain(error: unknown): string {
  const { code, message, port: taken } = error as NodeJS.ErrnoException & { port?: number };
  if (code !== 'EADDRINUSE') return `The simulators cannot start: ${message}`;
  const ports = Object.values(PORTS);
  const [variable] =
    ports.find(([name, usual]) => Number(process.env[name] ?? usual) === taken) ?? PORTS.bankId;
  return `Port ${taken} is in use: set ${variable} to another one.`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
