import { readAuthorities } from '@eid-broker/evidence/read-roots';
import { array, type InferType, number } from 'yup';

import { lifetimes } from '../../../domain/lifetimes.ts';
import {
  certificates,
  group,
  isAddress,
  optionalText,
  rule,
  says,
  text,
} from '../https/settings-parts.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const SHA256_IN_BASE64 = /^[A-Za-z\d+/]{43}=$/;
const OID = /^\d+(?:\.\d+)+$/;

/** The server holds a status back for a second. The call must end before another replica may collect. */
const TIMEOUTS = { least: 2.5, usual: 5, most: lifetimes.collectLease - 2 } as const;

/** A tenant's settings for Mobile-ID. No message repeats a value. */
export const settings = group({
  relyingPartyUuid: text()
    .matches(UUID, says('must be a UUID in lower case'))
    .meta({ doc: "The service's UUID from SK ID Solutions: a shared secret.", secret: true }),
  relyingPartyName: text().meta({
    doc: "The service's registered name, which the phone shows.",
  }),
  serverKeys: array(text().matches(SHA256_IN_BASE64, says('must be a SHA-256 in base64')))
    .typeError(says('must be a list'))
    .required(says('is required'))
    .min(1, says('must name at least one key'))
    .meta({
      doc: "The pinned keys of Mobile-ID's server: SHA-256 of each public key (SPKI), in base64. Name the next key before it is in use.",
    }),
  ca: certificates("The only trusted CAs of Mobile-ID's server, as PEM."),
  personAuthorities: text()
    .test(rule('must hold one or more PEM certificates of authorities', isAuthorityBundle))
    .meta({
      doc: "The authorities of persons' certificates, as PEM: the issuing ones, and the roots above them.",
    }),
  certificatePolicies: array(text().matches(OID, says('must be an OID')))
    .typeError(says('must be a list'))
    .min(1, says('must name at least one policy'))
    .meta({ doc: 'The policies of which a certificate must have one, as OIDs. Any if absent.' }),
  environment: optionalText()
    .oneOf(['production', 'test'], says('must be production or test'))
    .meta({
      doc: "Mobile-ID's environment: `production` or `test` (its demo). If absent, `test` in settings that serve test domains alone.",
    }),
  apiUrl: optionalText()
    .test(rule('must be an https address without a query', isAddress(/^https:$/)))
    .meta({
      doc: "Instead of the environment's address, for a simulator: its base, up to `/mid-api`.",
    }),
  timeoutSeconds: number()
    .typeError(says('must be a number'))
    .min(TIMEOUTS.least, says(`must be at least ${TIMEOUTS.least}`))
    .max(TIMEOUTS.most, says(`must be at most ${TIMEOUTS.most}`))
    .meta({ doc: `The time-out of a call in seconds. ${TIMEOUTS.usual} if absent.` }),
}).required(says('is required'));

/** The settings, once they have been validated. */
export type Settings = InferType<typeof settings>;

function isAuthorityBundle(value: string): boolean {
  return typeof value === 'string' && readAuthorities(value) !== undefined;
}
