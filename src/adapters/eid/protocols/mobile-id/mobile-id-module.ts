import { readAuthorities } from '@eid-broker/evidence/read-roots';

import type { OrderEid } from '../../../../ports/eid.ts';
import type { EidModule } from '../../eid-module.ts';
import { certificatesOf, secureContextOf, withServer } from '../https/client-certificate.ts';
import { environmentOf, timeoutMsOf } from '../https/settings-parts.ts';
import { ocspApi } from '../ocsp-api.ts';
import { isTestEnvironment } from '../person-certificates/test-environment.ts';
import { mobileIdEid } from './eid.ts';
import { mobileIdApi } from './mobile-id-api.ts';
import { type MobileIdRow, offerOf } from './mobile-id-row.ts';
import { OCSP_SECONDS, type Settings, settings } from './settings.ts';

/** Mobile-ID's interface in each environment. */
const ADDRESSES = {
  production: 'https://mid.sk.ee/mid-api',
  test: 'https://tsp.demo.sk.ee/mid-api',
} as const;

/** The adapter of one country. */
export function mobileIdModule(row: MobileIdRow): EidModule<{ readonly order: OrderEid }> {
  return {
    offer: offerOf(row),
    scheme: row.scheme,
    settings,
    evidence: undefined,

    open(given, { clock, newId, environment }) {
      const tenant = validated(given);
      const { ca, serverKeys, personAuthorities } = tenant;
      const api = mobileIdApi({
        url: tenant.apiUrl ?? ADDRESSES[environmentOf(tenant, environment)],
        secureContext: secureContextOf(undefined, ca),
        serverKeys,
        timeoutMs: timeoutMsOf(tenant),
      });
      const known = certificatesOf(undefined, `${ca}\n${personAuthorities}`);
      const order = mobileIdEid({
        row,
        api,
        ocsp: ocspApi({ timeoutMs: OCSP_SECONDS * 1000, ca }),
        relyingParty: { uuid: tenant.relyingPartyUuid, name: tenant.relyingPartyName },
        rules: {
          authorities: readAuthorities(personAuthorities) ?? [],
          policies: tenant.certificatePolicies,
        },
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
