import type { X509Certificate } from 'node:crypto';

import { readAuthorities, readCertificates } from '@eid-broker/evidence/read-roots';

import type { EidEnvironment } from '../../../domain/configuration.ts';
import type { EidCertificate, OrderEid } from '../../../ports/eid.ts';
import type { EidModule } from '../eid-module.ts';
import { ocspApi } from '../ocsp-api.ts';
import { smartIdEid } from './eid.ts';
import { type Settings, settings, timeoutOf } from './settings.ts';
import { smartIdApi } from './smart-id-api.ts';
import { offerOf, type SmartIdRow } from './smart-id-row.ts';

/** Smart-ID's environments. */
const ENVIRONMENTS = {
  production: { url: 'https://rp-api.smart-id.com/v3', scheme: 'smart-id' },
  test: { url: 'https://sid.demo.sk.ee/smart-id-rp/v3', scheme: 'smart-id-demo' },
} as const;

/** The adapter of one country. */
export function smartIdModule(row: SmartIdRow): EidModule<{ readonly order: OrderEid }> {
  return {
    offer: offerOf(row),
    scheme: row.scheme,
    settings,
    evidence: undefined,

    open(given, { clock, newId, environment }) {
      const tenant = validated(given);
      const { url, scheme } = ENVIRONMENTS[environmentOf(tenant, environment)];
      const timeoutMs = timeoutOf(tenant);
      const { apiUrl = url, ca, serverKeys } = tenant;
      const api = smartIdApi({ url: apiUrl, ca, serverKeys, timeoutMs });
      const order = smartIdEid({
        row,
        api,
        ocsp: ocspApi({ timeoutMs, ca }),
        relyingParty: {
          uuid: tenant.relyingPartyUuid,
          name: tenant.relyingPartyName,
          brokeredName: tenant.brokeredRpName ?? '',
        },
        scheme,
        authorities: readAuthorities(tenant.personAuthorities) ?? [],
        certificates: () => certificatesOf(tenant, api.serverCertificate()),
        clock,
        newId,
      });
      return { order };
    },

    /** The demo environment identifies people that do not exist, and so do its authorities. */
    isSimulated(given) {
      const { environment, apiUrl, personAuthorities } = validated(given);
      const authorities = readCertificates(personAuthorities) ?? [];
      const areOfTests = authorities.some(({ subject }) => /simulator|\btest\b/i.test(subject));
      return environment === 'test' || apiUrl !== undefined || areOfTests;
    },
  };
}

function environmentOf({ environment }: Settings, served: EidEnvironment): 'production' | 'test' {
  return environment ?? (served === 'test' ? 'test' : 'production');
}

function certificatesOf(
  { personAuthorities, ca }: Settings,
  server: X509Certificate | undefined,
): readonly EidCertificate[] {
  const authorities = [personAuthorities, ca ?? ''].flatMap((pem) => readCertificates(pem) ?? []);
  return [
    ...authorities.map((authority) => described('authority', authority)),
    ...(server === undefined ? [] : [described('server', server)]),
  ];
}

function described(
  use: EidCertificate['use'],
  { subject, validTo }: X509Certificate,
): EidCertificate {
  const name = /^CN=(.*)$/m.exec(subject)?.[1] ?? subject;
  return { use, name, expiresAt: new Date(validTo) };
}

function validated(given: unknown): Settings {
  return settings.validateSync(given, { abortEarly: false });
}
