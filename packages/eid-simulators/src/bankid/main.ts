import { startBankIdSimulator } from './simulator.ts';

const directory = process.env.SIMULATOR_DATA_DIR ?? '.data/bankid-simulator';

try {
  const simulator = await startBankIdSimulator({
    directory,
    rpPort: wholeNumber('SIMULATOR_PORT', 3010, 'a port number'),
    phonePort: wholeNumber('PHONE_PORT', 3011, 'a port number'),
    host: process.env.SIMULATOR_HOST ?? '127.0.0.1',
    qrToleranceSeconds: wholeNumber('SIMULATOR_QR_TOLERANCE_SECONDS', 5, 'a number of seconds'),
    refuseFastCollects: process.env.SIMULATOR_REFUSE_FAST_COLLECTS === '1',
    onBug: (error) => process.stderr.write(`${String(error)}\n`),
  });
  const { files } = simulator;
  say('WARNING: this is a simulator of BankID. It proves nothing about anybody.');
  say(`RP API v6.0         ${simulator.rpUrl} (mutual TLS)`);
  say(`Phone               ${simulator.phoneUrl}/ (control API below /api)`);
  say(`CA of the RP API    ${files.tlsCa}`);
  say(`Client certificate  ${files.rpCertificate}, ${files.rpKey}`);
  say(`  the same, PKCS#12 ${files.rpPkcs12} (passphrase: simulator)`);
  say(`BankID root         ${files.bankIdRoot}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void simulator.close());
  }
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
  if (code === 'EADDRINUSE') {
    return `Port ${taken} is in use: set SIMULATOR_PORT or PHONE_PORT to another one.`;
  }
  return `The BankID simulator cannot start: ${message}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
