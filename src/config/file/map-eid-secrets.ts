import type { JsonObject } from '../../domain/json.ts';
import type { MapEidSecrets } from '../../ports/configuration.ts';
import { type KnownEid, knownEid } from './checks.ts';
import { mapDescribed } from './yaml-values.ts';

/** Finds the secrets in settings by the schemas of these eIDs. */
export function mapEidSecretsOf(eids: readonly KnownEid[]): MapEidSecrets {
  return (eid, settings, map) => {
    const schema = knownEid(eid, eids)?.settings.describe({ value: settings });
    const mapped = mapDescribed(schema, settings, {
      path: '',
      map: (value, { isSecret }) =>
        typeof value === 'string' && (isSecret || schema === undefined) ? map(value) : value,
    });
    return mapped as JsonObject;
  };
}
