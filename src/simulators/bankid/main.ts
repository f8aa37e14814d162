import { startBankIdSimulator } from './simulator.ts';

const directory = process.env.SIMULATOR_DATA_DIR ?? '.data/bankid-simulator';

try {
  const simulator = await startBankIdSimulator({
    directory,
    rpPort: port('SIMULATOR_PORT', 3010),
    phonePort: port('PHONE_PORT', 3011),
    host: process.env.SIMULATOR_HOST ?? '127.0.0.1',
    qrToleranceSeconds: Number(process.env.SIMULATOR_QR_TOLERANCE_SECONDS ?? 5),
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

function port(name: string, usual: number): number {
  const value = process.env[name] ?? String(usual);
  const number = Number(value);
  if (/^\d{1,5}$/.test(value) && number <= 65_535) return number;
  throw new Error(`${name} must be a port number, not "${value}"`);
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
