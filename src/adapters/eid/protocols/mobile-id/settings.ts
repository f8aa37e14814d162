import { array, type InferType, number } from 'yup';

import { lifetimes } from '../../../../domain/lifetimes.ts';
import {
  certificates,
  environmentOfEid,
  group,
  isAddress,
  optionalText,
  personAuthorities,
  rule,
  says,
  serverKeys,
  text,
} from '../https/settings-parts.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const OID = /^\d+(?:\.\d+)+$/;

/** The time-out of a revocation check. */
export const OCSP_SECONDS = 3;

/** The server holds a status back for a second. Call and revocation check must end before another replica may collect. */
const TIMEOUTS = { least: 2.5, usual: 5, most: lifetimes.collectLease - 2 - OCSP_SECONDS } as const;

/** A tenant's settings for Mobile-ID. No message repeats a value. */
export const settings = group({
  relyingPartyUuid: text()
    .matches(UUID, says('must be a UUID in lower case'))
    .meta({
      doc: "The service's UUID from SK ID Solutions: a shared secret.",
      secret: true,
      sentTo: ['apiUrl'],
    }),
  relyingPartyName: text().meta({
    doc: "The service's registered name, which the phone shows.",
  }),
  serverKeys: serverKeys('Mobile-ID'),
  ca: certificates("The only trusted CAs of Mobile-ID's server, as PEM."),
  personAuthorities: personAuthorities(),
  certificatePolicies: array(text().matches(OID, says('must be an OID')))
    .typeError(says('must be a list'))
    .min(1, says('must name at least one policy'))
    .meta({ doc: 'The policies of which a certificate must have one, as OIDs. Any if absent.' }),
  environment: environmentOfEid("Mobile-ID's", '`test` (its demo)'),
  apiUrl: optionalText()
    .test(rule('must be an https address without a query', isAddress(/^https:$/)))
    .meta({
      doc: "Instead of the environment's address, for a simulator: its base, up to `/mid-api`.",
    }),
  timeoutSeconds: number()
    .typeError(says('must be a number'))
    .min(TIMEOUTS.least, says(`must be at least ${TIMEOUTS.least}`))
    .max(TIMEOUTS.most, says(`must be at most ${TIMEOUTS.most}`))
    .meta({ doc: `The time-out of a call to Mobile-ID in seconds. ${TIMEOUTS.usual} if absent.` }),
}).required(says('is required'));

/** The settings, once they have been validated. */
export type Settings = InferType<typeof settings>;
