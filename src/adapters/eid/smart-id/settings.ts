import { readAuthorities, readCertificates } from '@eid-broker/evidence/read-roots';
import { array, type InferType, number, object, string } from 'yup';

/** API and revocation check together must end before another replica may collect the order. */
const MAX_TIMEOUT_SECONDS = 4;
const MAX_NAME_BYTES = 32;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const SHA256_IN_BASE64 = /^[A-Za-z\d+/]{43}=$/;

const fields = {
  relyingPartyUuid: text()
    .required(says('is required'))
    .matches(UUID, says('must be a UUID'))
    .meta({ doc: "The service's UUID from SK ID Solutions." }),
  relyingPartyName: text()
    .required(says('is required'))
    .test(rule(`must have at most ${MAX_NAME_BYTES} bytes`, isShortName))
    .meta({ doc: "The service's registered name, which the app shows. At most 32 bytes." }),
  brokeredRpName: text().meta({
    doc: 'The name of the service behind us, if SK ID Solutions registered us as its broker.',
  }),
  serverKeys: array(
    text()
      .required(says('is required'))
      .matches(SHA256_IN_BASE64, says('must be a SHA-256 in base64')),
  )
    .typeError(says('must be a list'))
    .required(says('is required'))
    .min(1, says('must name at least one key'))
    .meta({
      doc: "The pinned keys of Smart-ID's server: SHA-256 of each public key (SPKI), in base64. Name the next key before it is in use.",
    }),
  ca: text().test(rule('must hold one or more PEM certificates', isPemBundle)).meta({
    doc: "The only trusted CAs of Smart-ID's server, as PEM. The system's CAs if absent.",
  }),
  personAuthorities: text()
    .required(says('is required'))
    .test(rule('must hold one or more PEM certificates of authorities', isAuthorityBundle))
    .meta({
      doc: "The authorities of persons' certificates, as PEM: the issuing ones, and the roots above them.",
    }),
  environment: text().oneOf(['production', 'test'], says('must be production or test')).meta({
    doc: "Smart-ID's environment: `production` or `test` (its demo). If absent, `test` in settings that serve test domains alone.",
  }),
  apiUrl: text()
    .test(rule('must be an https address without a query', isApiUrl))
    .meta({ doc: "Instead of the environment's address, for a simulator: its base, up to `/v3`." }),
  timeoutSeconds: number()
    .typeError(says('must be a number'))
    .moreThan(1, says('must be more than 1'))
    .max(MAX_TIMEOUT_SECONDS, says(`must be at most ${MAX_TIMEOUT_SECONDS}`))
    .meta({
      doc: `The time-out in seconds of each call, of Smart-ID and of the revocation check. ${MAX_TIMEOUT_SECONDS} if absent.`,
    }),
};

/** A tenant's settings for Smart-ID. No message repeats a value. */
export const settings = object(fields)
  .typeError(says('must be a group of settings'))
  .strict()
  .noUnknown(({ path, unknown }) => `${path} has an unknown key: ${unknown}`)
  .required(says('is required'));

/** The settings, once they have been validated. */
export type Settings = InferType<typeof settings>;

/** The time-out of one call in milliseconds. */
export function timeoutOf({ timeoutSeconds = MAX_TIMEOUT_SECONDS }: Settings): number {
  return timeoutSeconds * 1000;
}

function isShortName(value: unknown): boolean {
  return typeof value === 'string' && Buffer.byteLength(value) <= MAX_NAME_BYTES;
}

function isPemBundle(value: unknown): boolean {
  return typeof value === 'string' && readCertificates(value) !== undefined;
}

function isAuthorityBundle(value: unknown): boolean {
  return typeof value === 'string' && readAuthorities(value) !== undefined;
}

function isApiUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value) || /[?#]/.test(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocol === 'https:' && username === '' && password === '';
}

function text() {
  return string().typeError(says('must be text'));
}

function says(what: string) {
  return ({ path }: { path: string }) => `${path} ${what}`;
}

function rule(what: string, test: (value: unknown) => boolean) {
  return { name: 'rule', skipAbsent: true, message: says(what), test };
}
