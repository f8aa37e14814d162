import { startOidcSimulator } from './simulator.ts';

const { OIDC_SIMULATOR_PORT: port = '3020', SIMULATOR_HOST: host = '127.0.0.1' } = process.env;

try {
  if (!/^\d{1,5}$/.test(port)) throw new Error('OIDC_SIMULATOR_PORT must be a port number');
  const simulator = await startOidcSimulator({
    port: Number(port),
    host,
    onBug: (error) => process.stderr.write(`${String(error)}\n`),
  });
  say('WARNING: this is a simulator of eIDs. It proves nothing about anybody.');
  for (const [name, issuer] of Object.entries(simulator.issuers))
    say(`${name.padEnd(12)}${issuer}`);
  say(`control API ${simulator.url}/api`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void simulator.close());
  }
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const isTaken = code === 'EADDRINUSE';
  const reason = isTaken ? `port ${port} is in use: set OIDC_SIMULATOR_PORT` : message;
  process.stderr.write(`The simulator of OIDC eIDs cannot start: ${reason}\n`);
  process.exitCode = 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
