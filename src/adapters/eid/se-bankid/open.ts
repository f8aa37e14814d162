import { readCertificates, readRoots } from '@eid-broker/evidence/read-roots';
import { type EvidenceVerifier, evidenceVerifier } from '@eid-broker/evidence/verifier';

import type { EidEnvironment } from '../../../domain/configuration.ts';
import type { OrderEid } from '../../../ports/eid.ts';
import type { Clock } from '../../../ports/runtime.ts';
import type { EidModule } from '../eid-module.ts';
import { clientCertificateChecks } from '../protocols/https/certificate-checks.ts';
import {
  certificatesIn,
  certificatesOf,
  clientCertificateOf,
  isFromSimulator,
  organisationNumberOf,
  secureContextOf,
} from '../protocols/https/client-certificate.ts';
import { timeoutMsOf } from '../protocols/https/settings-parts.ts';
import { seBankIdEid } from './eid.ts';
import { SCHEME } from './identity.ts';
import { bankIdStartUrls } from './launch.ts';
import { offer } from './offer.ts';
import { bankIdEvidence } from './offline.ts';
import { rpApi } from './rp-api.ts';
import { type Settings, settings } from './settings.ts';
import type { Demands } from './start-call.ts';

/** Swedish BankID. */
export const seBankId: EidModule<{ readonly order: OrderEid }> = {
  offer,
  scheme: SCHEME,
  settings,
  evidence: bankIdEvidence,

  open(given, { clock, environment }) {
    const tenant = validated(given);
    const { rpApiUrl, clientCertificate, ca, ...rest } = tenant;
    const api = rpApi({
      url: rpApiUrl,
      secureContext: secureContextOf(clientCertificate, ca),
      timeoutMs: timeoutMsOf(rest),
    });
    const startUrls = rest.startUrls ?? bankIdStartUrls;
    const verifyEvidence = verifierOf(tenant, clock);
    const demands = demandsOf(tenant, environment);
    const certificates = [
      ...certificatesOf(clientCertificate, ca),
      ...certificatesIn(rest.evidenceRoots, 'authority'),
    ];
    const order = seBankIdEid({
      api,
      clock,
      startUrls,
      demands,
      verifyEvidence,
      certificates,
    });
    return { order };
  },

  certificateChecks: clientCertificateChecks<Settings>({
    issuers: /\bBankID\b/i,
    environmentOf: ({ rpApiUrl }) => environmentAt(rpApiUrl),
  }),

  isSimulated(given) {
    const { ca, clientCertificate, evidenceRoots = '', startUrls, rpApiUrl } = validated(given);
    // BankID's own test environment identifies people that do not exist.
    const isAtTest = environmentAt(rpApiUrl) === 'test';
    const own = clientCertificateOf(clientCertificate);
    const certificates = [
      ...(readCertificates(ca) ?? []),
      ...(readCertificates(evidenceRoots) ?? []),
      ...(own === undefined ? [] : [own]),
    ];
    return isAtTest || startUrls !== undefined || certificates.some(isFromSimulator);
  },
};

/** BankID's own environment of that address; undefined: another address. */
function environmentAt(rpApiUrl: string | undefined): 'test' | 'production' | undefined {
  const host = rpApiUrl !== undefined && URL.canParse(rpApiUrl) ? new URL(rpApiUrl).hostname : '';
  if (/\.test\.bankid\.com$/i.test(host)) return 'test';
  return /(?:^|\.)bankid\.com$/i.test(host) ? 'production' : undefined;
}

/** BankID documents no assessment for its test environment, so nothing is demanded there. */
function demandsOf({ certificatePolicies, risk }: Settings, environment: EidEnvironment): Demands {
  const accepted = risk ?? (environment === 'test' ? 'any' : 'moderate');
  return { certificatePolicies, risk: accepted === 'any' ? undefined : accepted };
}

function verifierOf(tenant: Settings, clock: Clock): EvidenceVerifier | undefined {
  const { evidenceRoots, certificatePolicies: policies, clientCertificate } = tenant;
  const roots = evidenceRoots === undefined ? undefined : readRoots(evidenceRoots);
  if (roots === undefined) return undefined;
  const own = clientCertificateOf(clientCertificate);
  const organisation = own && organisationNumberOf(own);
  if (organisation === undefined) return undefined;
  return evidenceVerifier({ roots, policies, organisation, clock });
}

function validated(given: unknown): Settings {
  return settings.validateSync(given, { abortEarly: false });
}
