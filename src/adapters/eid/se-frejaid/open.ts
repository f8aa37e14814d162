import { readCertificates } from '@eid-broker/evidence/read-roots';

import type { EidModule } from '../eid-module.ts';
import { clientCertificateChecks } from '../protocols/https/certificate-checks.ts';
import {
  certificatesIn,
  certificatesOf,
  clientCertificateOf,
  isFromSimulator,
  secureContextOf,
} from '../protocols/https/client-certificate.ts';
import { environmentOf, timeoutMsOf } from '../protocols/https/settings-parts.ts';
import { frejaEid } from './eid.ts';
import { frejaApi } from './freja-api.ts';
import { SCHEME } from './identity.ts';
import { offer } from './offer.ts';
import { frejaEvidence } from './offline.ts';
import { type Settings, settings } from './settings.ts';

/** Freja's addresses: of its services, and the one that opens the app. */
const ADDRESSES = {
  production: {
    services: 'https://services.prod.frejaeid.com',
    app: 'https://app.prod.frejaeid.com/freja',
  },
  test: {
    services: 'https://services.test.frejaeid.com',
    app: 'https://app.test.frejaeid.com/freja',
  },
} as const;

/** Freja. */
export const seFrejaId: EidModule = {
  offer,
  scheme: SCHEME,
  settings,
  evidence: frejaEvidence,

  open(given, { clock, environment }) {
    const tenant = validated(given);
    const { clientCertificate, ca, relyingPartyId } = tenant;
    const addresses = ADDRESSES[environmentOf(tenant, environment)];
    const api = frejaApi({
      url: tenant.url ?? addresses.services,
      relyingPartyId,
      secureContext: secureContextOf(clientCertificate, ca),
      timeoutMs: timeoutMsOf(tenant),
    });
    const order = frejaEid({
      api,
      clock,
      appUrl: tenant.appUrl ?? addresses.app,
      dynamicQrCode: tenant.dynamicQrCode ?? true,
      isIntegrator: relyingPartyId !== undefined,
      signingCertificates: readCertificates(tenant.signingCertificates) ?? [],
      certificates: [
        ...certificatesOf(clientCertificate, ca),
        ...certificatesIn(tenant.signingCertificates, 'signer'),
      ],
    });
    return { order };
  },

  certificateChecks: clientCertificateChecks<Settings>({
    issuers: /\bfreja\b/i,
    environmentOf: ({ url, environment }, served) =>
      url === undefined ? environmentOf({ environment }, served) : environmentAt(url),
  }),

  /** Freja's test environment identifies people that do not exist. */
  isSimulated(given) {
    const { ca, clientCertificate, signingCertificates, ...tenant } = validated(given);
    const { environment, appUrl, url } = tenant;
    const isAtTest = environmentAt(url ?? ADDRESSES.production.services) === 'test';
    const own = clientCertificateOf(clientCertificate);
    const all = [
      ...(readCertificates(ca) ?? []),
      ...(readCertificates(signingCertificates) ?? []),
      ...(own === undefined ? [] : [own]),
    ];
    return environment === 'test' || isAtTest || appUrl !== undefined || all.some(isFromSimulator);
  },
};

/** Freja's environment of that address; undefined: another address. */
function environmentAt(url: string): 'test' | 'production' | undefined {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  if (/\.test\.frejaeid\.com$/i.test(host)) return 'test';
  return /\.frejaeid\.com$/i.test(host) ? 'production' : undefined;
}

function validated(given: unknown): Settings {
  return settings.validateSync(given, { abortEarly: false });
}
