import { readAuthorities, readCertificates } from '@eid-broker/evidence/read-roots';
import { array, number, type ObjectShape, object, string } from 'yup';

import type { EidEnvironment } from '../../../../domain/configuration.ts';
import { lifetimes } from '../../../../domain/lifetimes.ts';
import { type ClientCertificate, findCredentialFault } from './client-certificate.ts';

/** A call must end before another replica may collect the same order; connecting may take a little longer. */
const MAX_TIMEOUT_SECONDS = lifetimes.collectLease - 2;

/** Our client certificate, as PEM texts or in one PKCS#12 file. `issuer`: who gives it to relying parties. */
export function clientCertificate(issuer: string) {
  return group({
    certificate: optionalText().meta({
      doc: `The certificate from ${issuer}, as PEM; intermediate certificates may follow it.`,
    }),
    privateKey: optionalText().meta({ doc: 'Its private key, as PEM.', secret: true }),
    pkcs12: optionalText().meta({
      doc: 'Instead of these two: both in one PKCS#12 file, in base64.',
      secret: true,
    }),
    passphrase: optionalText().meta({
      doc: 'Opens the private key or the PKCS#12 file.',
      secret: true,
    }),
  })
    .required(says('is required'))
    .test('credential', (client, context) => {
      const fault = isReadable(client) ? findCredentialFault(client) : undefined;
      if (fault === undefined) return true;
      const path = fault.member === undefined ? context.path : `${context.path}.${fault.member}`;
      return context.createError({ path, message: `${path} ${fault.message}` });
    });
}

/** One or more certificates. */
export function certificates(doc: string) {
  return optionalCertificates(doc).required(says('is required'));
}

/** The same, which may be absent. */
export function optionalCertificates(doc: string) {
  const isPemBundle = (value: unknown) => isReadableBy(readCertificates, value);
  return optionalText()
    .test(rule('must hold one or more PEM certificates', isPemBundle))
    .meta({ doc });
}

/** The authorities that issue persons' certificates. */
export function personAuthorities() {
  const areAuthorities = (value: unknown) => isReadableBy(readAuthorities, value);
  return text()
    .test(rule('must hold one or more PEM certificates of authorities', areAuthorities))
    .meta({
      doc: "The authorities of persons' certificates, as PEM: the issuing ones, and the roots above them.",
    });
}

const SHA256_IN_BASE64 = /^[A-Za-z\d+/]{43}=$/;

/** The pinned keys of the named eID's server. */
export function serverKeys(eid: string) {
  return array(text().matches(SHA256_IN_BASE64, says('must be a SHA-256 in base64')))
    .typeError(says('must be a list'))
    .required(says('is required'))
    .min(1, says('must name at least one key'))
    .meta({
      doc: `The pinned keys of ${eid}'s server: SHA-256 of each public key (SPKI), in base64. Name the next key before it is in use.`,
    });
}

/** The environment of an eID, such as "Freja's". */
export function environmentOfEid(whose: string, test = '`test`') {
  return optionalText()
    .oneOf(['production', 'test'] as const, says('must be production or test'))
    .meta({
      doc: `${whose} environment: \`production\` or ${test}. If absent, \`test\` in settings that serve test domains alone.`,
    });
}

/** The environment of validated settings, else that of the domains. */
export function environmentOf(
  { environment }: { readonly environment?: 'production' | 'test' | undefined },
  served: EidEnvironment,
): 'production' | 'test' {
  return environment ?? (served === 'test' ? 'test' : 'production');
}

/** The time-out of a call to the named service. */
export function timeoutSeconds(service: string) {
  return number()
    .typeError(says('must be a number'))
    .moreThan(0, says('must be more than 0'))
    .max(MAX_TIMEOUT_SECONDS, says(`must be at most ${MAX_TIMEOUT_SECONDS}`))
    .meta({ doc: `The time-out of a call to ${service} in seconds. 5 if absent.` });
}

/** The time-out in milliseconds. */
export function timeoutMsOf({ timeoutSeconds = 5 }: { timeoutSeconds?: number | undefined }) {
  return timeoutSeconds * 1000;
}

/** A group of settings without other members. */
export function group<Fields extends ObjectShape>(fields: Fields) {
  return object(fields)
    .typeError(says('must be a group of settings'))
    .strict()
    .noUnknown(({ path, unknown }) => `${path} has an unknown key: ${unknown}`);
}

/** A required text. */
export function text() {
  return optionalText().required(says('is required'));
}

/** A text that may be absent. */
export function optionalText() {
  return string().typeError(says('must be text'));
}

/** A message that starts with the path. It never repeats the value, which may be secret. */
export function says(what: string) {
  return ({ path }: { path: string }) => `${path} ${what}`;
}

/** A test of a present value. */
export function rule<Value>(what: string, test: (value: Value) => boolean) {
  return { name: 'rule', skipAbsent: true, message: says(what), test };
}

/** A test for an address of these schemes, without credentials and query. */
export function isAddress(scheme: RegExp): (value: unknown) => boolean {
  return (value) => {
    if (typeof value !== 'string' || !URL.canParse(value) || /[?#]/.test(value)) return false;
    const { protocol, username, password } = new URL(value);
    return scheme.test(protocol) && username === '' && password === '';
  };
}

function isReadableBy(read: (pem: string) => unknown, value: unknown): boolean {
  return typeof value === 'string' && read(value) !== undefined;
}

/** Other rules report members of another type, and absent ones. */
function isReadable(client: unknown): client is ClientCertificate {
  if (typeof client !== 'object' || client === null) return false;
  return Object.values(client).every(
    (member) => member === undefined || typeof member === 'string',
  );
}
