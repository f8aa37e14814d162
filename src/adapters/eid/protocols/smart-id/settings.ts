import { type InferType, number } from 'yup';

import {
  environmentOfEid,
  group,
  isAddress,
  optionalCertificates,
  optionalText,
  personAuthorities,
  rule,
  says,
  serverKeys,
  text,
} from '../https/settings-parts.ts';

/** API and revocation check together must end before another replica may collect the order. */
const MAX_TIMEOUT_SECONDS = 4;
const MAX_NAME_BYTES = 32;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A tenant's settings for Smart-ID. No message repeats a value. */
export const settings = group({
  relyingPartyUuid: text()
    .matches(UUID, says('must be a UUID'))
    .meta({ doc: "The service's UUID from SK ID Solutions." }),
  relyingPartyName: text()
    .test(rule(`must have at most ${MAX_NAME_BYTES} bytes`, isShortName))
    .meta({ doc: "The service's registered name, which the app shows. At most 32 bytes." }),
  brokeredRpName: optionalText().meta({
    doc: 'The name of the service behind us, if SK ID Solutions registered us as its broker.',
  }),
  serverKeys: serverKeys('Smart-ID'),
  ca: optionalCertificates(
    "The only trusted CAs of Smart-ID's server, as PEM. The system's CAs if absent.",
  ),
  personAuthorities: personAuthorities(),
  environment: environmentOfEid("Smart-ID's", '`test` (its demo)'),
  apiUrl: optionalText()
    .test(rule('must be an https address without a query', isAddress(/^https:$/)))
    .meta({ doc: "Instead of the environment's address, for a simulator: its base, up to `/v3`." }),
  timeoutSeconds: number()
    .typeError(says('must be a number'))
    .moreThan(1, says('must be more than 1'))
    .max(MAX_TIMEOUT_SECONDS, says(`must be at most ${MAX_TIMEOUT_SECONDS}`))
    .meta({
      doc: `The time-out in seconds of each call, of Smart-ID and of the revocation check. ${MAX_TIMEOUT_SECONDS} if absent.`,
    }),
}).required(says('is required'));

/** The settings, once they have been validated. */
export type Settings = InferType<typeof settings>;

/** The time-out of one call in milliseconds. */
export function timeoutOf({ timeoutSeconds = MAX_TIMEOUT_SECONDS }: Settings): number {
  return timeoutSeconds * 1000;
}

function isShortName(value: unknown): boolean {
  return typeof value === 'string' && Buffer.byteLength(value) <= MAX_NAME_BYTES;
}
