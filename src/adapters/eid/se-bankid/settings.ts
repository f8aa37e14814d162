import { readRoots } from '@eid-broker/evidence/read-roots';
import { array, type InferType } from 'yup';

import {
  certificates,
  clientCertificate,
  group,
  isAddress,
  optionalText,
  rule,
  says,
  text,
  timeoutSeconds,
} from '../protocols/https/settings-parts.ts';

const policy = /^\d+(?:\.\d+)+$|^\d+(?:\.\d+){3,}\.\*$/;

const rpApiUrl = text()
  .test(rule('must be an https URL that ends with /rp/v6.0/', isRpApiUrl))
  .meta({
    doc: "Base of BankID's Relying Party API, for example `https://appapi2.bankid.com/rp/v6.0/`.",
  });

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
  clientCertificate: clientCertificate('your bank'),
  ca: certificates('The only trusted CA of the RP API, as PEM.'),
  evidenceRoots,
  certificatePolicies,
  risk,
  timeoutSeconds: timeoutSeconds('the RP API'),
  startUrls,
}).required(says('is required'));

/** The settings, once they have been validated. */
export type Settings = InferType<typeof settings>;

function isRpApiUrl(value: string): boolean {
  if (!isText(value) || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  return /^[^?#]*\/rp\/v6\.0\/?$/.test(value);
}

function isRootBundle(value: string | undefined): boolean {
  return isText(value) && readRoots(value) !== undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
