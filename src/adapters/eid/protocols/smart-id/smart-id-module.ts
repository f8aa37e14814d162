import { readAuthorities } from '@eid-broker/evidence/read-roots';

import type { OrderEid } from '../../../../ports/eid.ts';
import type { EidModule } from '../../eid-module.ts';
import { certificatesOf, secureContextOf, withServer } from '../https/client-certificate.ts';
import { environmentOf } from '../https/settings-parts.ts';
import { ocspApi } from '../ocsp-api.ts';
import { isTestEnvironment } from '../person-certificates/test-environment.ts';
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
      const { apiUrl = url, ca, serverKeys, personAuthorities } = tenant;
      const secureContext = secureContextOf(undefined, ca);
      const api = smartIdApi({ url: apiUrl, secureContext, serverKeys, timeoutMs });
      const known = certificatesOf(undefined, `${personAuthorities}\n${ca ?? ''}`);
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
        authorities: readAuthorities(personAuthorities) ?? [],
        certificates: () => withServer(known, api.serverCertificate()),
        clock,
        newId,
      });
      return { order };
    },

    isSimulated: (given) => isTestEnvironment(validated(given)),
  };
}

function validated(given: unknown): Settings {
  return settings.validateSync(given, { abortEarly: false });
}
