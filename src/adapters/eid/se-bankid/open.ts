import type { X509Certificate } from 'node:crypto';

import type { EidModule } from '../eid-module.ts';
import { clientCertificateOf, readCertificates, secureContextOf } from './credentials.ts';
import { seBankIdEid } from './eid.ts';
import { offer } from './offer.ts';
import { rpApi } from './rp-api.ts';
import { type Settings, settings } from './settings.ts';
import { bankIdStartUrls } from './start-links.ts';

const DEFAULT_TIMEOUT_SECONDS = 5;

/** Swedish BankID. */
export const seBankId: EidModule = {
  offer,
  settings,

  open(given, { clock }) {
    const { rpApiUrl, clientCertificate, ca, ...rest } = validated(given);
    const api = rpApi({
      url: rpApiUrl,
      secureContext: secureContextOf(clientCertificate, ca),
      timeoutMs: (rest.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
    });
    const startUrls = rest.startUrls ?? bankIdStartUrls;
    return seBankIdEid({ api, clock, startUrls, certificatePolicies: rest.certificatePolicies });
  },

  isSimulated(given) {
    const { ca, clientCertificate, startUrls } = validated(given);
    const own = clientCertificateOf(clientCertificate);
    const certificates = [...(readCertificates(ca) ?? []), ...(own === undefined ? [] : [own])];
    return startUrls !== undefined || certificates.some(isFromSimulator);
  },
};

/** The issuer counts too: a client certificate of a simulator's authority gives it away. */
function isFromSimulator({ subject, issuer }: X509Certificate): boolean {
  return /simulator/i.test(`${subject}\n${issuer}`);
}

function validated(given: unknown): Settings {
  return settings.validateSync(given, { abortEarly: false });
}
