import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '../../shared/random.ts';
import type { Identity } from './certificate.ts';
import { encodePkcs12 } from './pkcs12.ts';
import { createPki, type Pki } from './pki.ts';

/** The paths of an RP's files, absolute or relative as the directory was given. */
export interface RpFiles {
  readonly tlsCa: string;
  readonly rpCertificate: string;
  readonly rpKey: string;
  /** Certificate and key in one file, with the passphrase `pkcs12Passphrase`. */
  readonly rpPkcs12: string;
  readonly bankIdRoot: string;
}

/** Protects the PKCS #12 file; the simulator's content is not secret, but real files have a passphrase too. */
export const pkcs12Passphrase = 'simulator';

/** The file names in the folder of the PKI, without their endings `.pem` and `.key`. */
const NAMES: Readonly<Record<keyof Pki, string>> = {
  tlsRoot: 'tls-ca',
  tlsServer: 'tls-server',
  rpAuthority: 'rp-ca',
  rpClient: 'rp-client',
  bankIdRoot: 'bankid-root',
  bankAuthority: 'bankid-bank-ca',
  customerAuthority: 'bankid-customer-ca',
};

/** The PKI in `<directory>/pki`; made on first use, so that certificates pinned by an RP survive restarts. */
export async function openPki(directory: string, random: Random): Promise<Pki> {
  const folder = join(directory, 'pki');
  if (!existsSync(folder)) await storePki(await createPki(random), { directory, folder, random });
  return loadPki(folder);
}

/** The paths of the files that an RP needs. */
export function rpFiles(directory: string): RpFiles {
  const path = (name: string) => join(directory, 'pki', name);
  return {
    tlsCa: path('tls-ca.pem'),
    rpCertificate: path('rp-client.pem'),
    rpKey: path('rp-client.key'),
    rpPkcs12: path('rp-client.p12'),
    bankIdRoot: path('bankid-root.pem'),
  };
}

interface Place {
  readonly directory: string;
  readonly folder: string;
  readonly random: Random;
}

/** All files appear at once, or none: a killed start leaves no partial PKI, and of two starts one succeeds. */
async function storePki(pki: Pki, { directory, folder, random }: Place): Promise<void> {
  await mkdir(directory, { recursive: true });
  const draft = await mkdtemp(join(directory, 'pki-draft-'));
  const write = (name: string, content: string | Buffer) =>
    writeFile(join(draft, name), content, { mode: 0o600 });
  for (const [member, name] of Object.entries(NAMES) as [keyof Pki, string][]) {
    await write(`${name}.pem`, pki[member].certificate.toString());
    await write(`${name}.key`, pki[member].privateKey.export({ type: 'pkcs8', format: 'pem' }));
  }
  const bag = { identity: pki.rpClient, passphrase: pkcs12Passphrase, random };
  await write('rp-client.p12', encodePkcs12(bag));
  try {
    await rename(draft, folder);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw cause;
  }
}

async function loadPki(folder: string): Promise<Pki> {
  const members = Object.entries(NAMES).map(async ([member, name]) => [
    member,
    await loadIdentity(join(folder, name)),
  ]);
  return Object.fromEntries(await Promise.all(members));
}

async function loadIdentity(path: string): Promise<Identity> {
  const [certificate, key] = await Promise.all([readFile(`${path}.pem`), readFile(`${path}.key`)]);
  return { certificate: new X509Certificate(certificate), privateKey: createPrivateKey(key) };
}
