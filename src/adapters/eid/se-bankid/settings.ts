import { readCertificates, readRoots } from '@eid-broker/evidence/read-roots';
import { array, type InferType, number, type ObjectShape, object, string } from 'yup';
import { lifetimes } from '../../../domain/lifetimes.ts';
import { type ClientCertificate, findCredentialFault } from './credentials.ts';

const policy = /^\d+(?:\.\d+)+$|^\d+(?:\.\d+){3,}\.\*$/;

const rpApiUrl = text()
  .test(rule('must be an https URL that ends with /rp/v6.0/', isRpApiUrl))
  .meta({
    doc: "Base of BankID's Relying Party API, for example `https://appapi2.bankid.com/rp/v6.0/`.",
  });

const clientCertificate = group({
  certificate: optionalText().meta({
    doc: 'The certificate from your bank, as PEM; intermediate certificates may follow it.',
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

const ca = text()
  .test(rule('must hold one or more PEM certificates', isPemBundle))
  .meta({ doc: 'The only trusted CA of the RP API, as PEM.' });

const evidenceRoots = optionalText()
  .test(rule('must hold one or more PEM certificates of RSA authorities', isRootBundle))
  .meta({
    doc: "BankID's roots of personal signatures, as PEM. Without it evidence and signatures are unavailable.",
  });

const certificatePolicies = array(
  text().matches(policy, says('must be an OID, or the start of one followed by .*')),
)
  .typeError(says('must be a list'))
  .min(1, says('must name at least one policy'))
  .meta({ doc: "The kinds of BankID to accept, as policy OIDs, instead of BankID's own choice." });

/** The highest risk that BankID accepts; `any` blocks nothing. */
const RISKS = ['low', 'moderate', 'any'] as const;

const risk = optionalText()
  .oneOf(RISKS, says(`must be one of ${RISKS.join(', ')}`))
  .meta({
    doc: "The highest risk, by BankID's assessment, that BankID accepts: `low`, `moderate` or `any`. `moderate` if absent, and `any` in settings that serve test domains alone.",
  });

// A call must end before another replica may collect the same order; connecting may take a little longer.
const MAX_TIMEOUT_SECONDS = lifetimes.collectLease - 2;

const timeoutSeconds = number()
  .typeError(says('must be a number'))
  .moreThan(0, says('must be more than 0'))
  .max(MAX_TIMEOUT_SECONDS, says(`must be at most ${MAX_TIMEOUT_SECONDS}`))
  .meta({ doc: 'The time-out of a call to the RP API in seconds. 5 if absent.' });

const startUrls = group({
  app: text()
    .test(rule('must be an http address without a query', isAddress(/^https?:$/)))
    .meta({ doc: 'Instead of `https://app.bankid.com/`.' }),
  desktop: text()
    .test(rule('must be a bankid or http address without a query', isAddress(/^(bankid|https?):$/)))
    .meta({ doc: 'Instead of `bankid:///`.' }),
})
  .default(undefined)
  .optional()
  .meta({ doc: 'The URLs that open the BankID app. Only for simulated phones.' });

/** A tenant's settings for Swedish BankID. No message repeats a value: values may be secret. */
export const settings = group({
  rpApiUrl,
  clientCertificate,
  ca,
  evidenceRoots,
  certificatePolicies,
  risk,
  timeoutSeconds,
  startUrls,
}).required(says('is required'));

/** The settings, once they have been validated. */
export type Settings = InferType<typeof settings>;

function group<Fields extends ObjectShape>(fields: Fields) {
  return object(fields)
    .typeError(says('must be a group of settings'))
    .strict()
    .noUnknown(({ path, unknown }) => `${path} has an unknown key: ${unknown}`);
}

function text() {
  return optionalText().required(says('is required'));
}

function optionalText() {
  return string().typeError(says('must be text'));
}

function says(what: string) {
  return ({ path }: { path: string }) => `${path} ${what}`;
}

function rule<Value>(what: string, test: (value: Value) => boolean) {
  return { name: 'rule', skipAbsent: true, message: says(what), test };
}

/** Other rules report members of another type, and absent ones. */
function isReadable(client: unknown): client is ClientCertificate {
  if (typeof client !== 'object' || client === null) return false;
  return Object.values(client).every((member) => member === undefined || isText(member));
}

function isRpApiUrl(value: string): boolean {
  if (!isText(value) || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  return /^[^?#]*\/rp\/v6\.0\/?$/.test(value);
}

function isPemBundle(value: string): boolean {
  return isText(value) && readCertificates(value) !== undefined;
}

function isRootBundle(value: string | undefined): boolean {
  return isText(value) && readRoots(value) !== undefined;
}

function isAddress(scheme: RegExp): (value: string) => boolean {
  return (value) =>
    isText(value) &&
    URL.canParse(value) &&
    scheme.test(new URL(value).protocol) &&
    !/[?#]/.test(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
