import { namesIn } from '../../domain/eid-offer.ts';
import type { KnownEid } from './checks.ts';
import { isMapping } from './yaml-values.ts';

/** The settings whose values are acr values, in eIDs and applications. */
const ACR_SETTINGS = ['acrValues', 'defaultAcrValues'];

/** The unchecked file with acr values in the place of their aliases: nothing else ever sees an alias. */
export function withoutAliases(file: unknown, eids: readonly KnownEid[]): unknown {
  const aliases = namesIn(eids.map(({ offer }) => offer.aliases));
  return mapMember(file, 'tenants', (tenants) =>
    mapItems(tenants, (tenant) =>
      ['eids', 'applications'].reduce((one, list) => mapMember(one, list, inItems), tenant),
    ),
  );

  function inItems(list: unknown): unknown {
    return mapItems(list, (item) =>
      ACR_SETTINGS.reduce((one, setting) => mapMember(one, setting, withoutAlias), item),
    );
  }

  function withoutAlias(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withoutAlias);
    return typeof value === 'string' ? (aliases.get(value) ?? value) : value;
  }
}

function mapMember(value: unknown, key: string, map: (member: unknown) => unknown): unknown {
  if (!isMapping(value) || !Object.hasOwn(value, key)) return value;
  return { ...value, [key]: map(value[key]) };
}

function mapItems(list: unknown, map: (item: unknown) => unknown): unknown {
  return Array.isArray(list) ? list.map(map) : list;
}
