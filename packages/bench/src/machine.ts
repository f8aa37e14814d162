import { createRequire } from 'node:module';
import { cpus, totalmem } from 'node:os';

/** Where it was measured. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly node: string;
  readonly openssl: string;
  readonly postgres: string;
  readonly library: string;
}

/** Describes this machine. */
export function thisMachine(postgres: string): Machine {
  const [first] = cpus();
  const { version } = createRequire(import.meta.url)('oidc-provider/package.json') as {
    readonly version: string;
  };
  return {
    cpu: first?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    openssl: process.versions.openssl,
    postgres,
    library: `oidc-provider ${version}`,
  };
}
