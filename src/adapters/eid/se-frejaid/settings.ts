import type { InferType } from 'yup';
import { boolean } from 'yup';

import {
  certificates,
  clientCertificate,
  environmentOfEid,
  group,
  isAddress,
  optionalText,
  rule,
  says,
  timeoutSeconds,
} from '../protocols/https/settings-parts.ts';

/** A tenant's settings for Freja. No message repeats a value: values may be secret. */
export const settings = group({
  clientCertificate: clientCertificate('Freja'),
  ca: certificates("The only trusted CA of Freja's servers, as PEM."),
  signingCertificates: certificates(
    "Freja's certificates for signed results, as PEM. No result is believed that another key signed.",
  ),
  relyingPartyId: optionalText()
    .matches(/^[\w.:-]{1,128}$/, says('must be letters, digits, and . : _ -'))
    .meta({ doc: 'Only for integrators: the relying party in whose name we call.' }),
  environment: environmentOfEid("Freja's"),
  url: optionalText()
    .test(rule('must be an https address without a query', isAddress(/^https:$/)))
    .meta({ doc: "Instead of the environment's address of Freja's services." }),
  appUrl: optionalText()
    .test(rule('must be an http address without a query', isAddress(/^https?:$/)))
    .meta({ doc: 'Instead of the address that opens the app. Only for simulated apps.' }),
  dynamicQrCode: boolean()
    .typeError(says('must be true or false'))
    .meta({ doc: 'False: a QR code that does not change, and can be relayed. True if absent.' }),
  timeoutSeconds: timeoutSeconds('Freja'),
}).required(says('is required'));

/** The settings, once they have been validated. */
export type Settings = InferType<typeof settings>;
