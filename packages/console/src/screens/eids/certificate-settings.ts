import type { Settings } from '../../api/shapes.ts';
import { base64Of } from '../../forms/base64.ts';

/** A file that was chosen: `File` of the browser. */
interface ChosenFile {
  readonly name: string;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * The client certificate in chosen files: `pkcs12` in base64 for a .p12 file, otherwise `certificate` and `privateKey` in PEM.
 * @throws {Error} for a file of another kind
 */
export async function clientCertificateIn(
  files: readonly ChosenFile[],
  passphrase: string,
): Promise<Settings> {
  const parts = await Promise.all(files.map(settingsOf));
  return Object.assign({}, ...parts, passphrase === '' ? {} : { passphrase }) as Settings;
}

/** An eID's object with another client certificate. */
export function withClientCertificate(eid: Settings, clientCertificate: Settings): Settings {
  return { ...eid, settings: { ...settingsIn(eid), clientCertificate } };
}

/** True for an eID that knows its tenant by a client certificate. */
export function hasClientCertificate(eid: Settings): boolean {
  return 'clientCertificate' in settingsIn(eid);
}

function settingsIn({ settings }: Settings): Settings {
  return typeof settings === 'object' && settings !== null ? { ...settings } : {};
}

async function settingsOf(file: ChosenFile): Promise<Settings> {
  if (/\.(?:p12|pfx)$/i.test(file.name)) return { pkcs12: base64Of(await file.arrayBuffer()) };
  const text = await file.text();
  const blocks = text.match(/-----BEGIN [^-]+-----[\s\S]+?-----END [^-]+-----/g) ?? [];
  const keys = blocks.filter((block) => block.includes('PRIVATE KEY'));
  const certificates = blocks.filter((block) => block.includes('BEGIN CERTIFICATE'));
  if (keys.length + certificates.length === 0) {
    throw new Error(`${file.name} is neither a .p12 file nor PEM with a certificate or key.`);
  }
  return {
    ...(certificates.length > 0 && { certificate: `${certificates.join('\n')}\n` }),
    ...(keys.length > 0 && { privateKey: `${keys[0]}\n` }),
  };
}
