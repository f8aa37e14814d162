import type { EidEnvironment } from '../../../domain/configuration.ts';
import type { RedirectEid } from '../../../ports/eid.ts';
import type { EidModule } from '../eid-module.ts';
import { oidcEid } from './eid.ts';
import { oidcApi } from './oidc-api.ts';
import type { OidcRow } from './oidc-row.ts';
import { offerOf } from './row-parts.ts';
import {
  acceptUnverified,
  privateKeyOf,
  type Settings,
  settings,
  settingsWithKey,
  timeoutOf,
} from './settings.ts';

/** The adapter of one row. */
export function oidcModule(row: OidcRow): EidModule<{ readonly redirect: RedirectEid }> {
  const schema = schemaOf(row);
  const validated = (given: unknown): Settings => schema.validateSync(given, { abortEarly: false });
  return {
    offer: offerOf(row),
    settings: schema,
    evidence: undefined,

    open(given, { clock, newId, environment }) {
      const tenant = validated(given);
      const api = oidcApi({
        issuer: tenant.issuer ?? row.issuers[environmentOf(tenant, environment)],
        clientId: tenant.clientId,
        clientSecret: tenant.clientSecret,
        clientAuthentication: row.clientAuthentication,
        privateKey: privateKeyOf(tenant),
        algorithms: row.algorithms,
        timeoutMs: timeoutOf(tenant),
        clock,
      });
      return { redirect: oidcEid({ row, api, clock, newId }) };
    },

    /** The test environment of a provider identifies people that do not exist. */
    isSimulated(given) {
      const { issuer = '', environment } = validated(given);
      return environment === 'test' || /^http:|simulator/i.test(issuer);
    },
  };
}

function schemaOf({ request, offer }: OidcRow): typeof settings {
  const schema = request.sent === 'signed' ? settingsWithKey : settings;
  return offer.restriction === 'unverified' ? schema.shape({ acceptUnverified }) : schema;
}

function environmentOf({ environment }: Settings, served: EidEnvironment): 'production' | 'test' {
  return environment ?? (served === 'test' ? 'test' : 'production');
}
