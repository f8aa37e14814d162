import type { Settings } from '../../api/shapes.ts';
import { textIn } from '../../objects/settings-values.ts';

/** The keys of the settings that an eID has, by its name alone: one for each environment. */
export function eidKeysOf(eids: readonly Settings[], name: string): readonly string[] {
  return eids.filter((eid) => textIn(eid, 'eid') === name).map(eidKeyOf);
}

/** The key of an eID's settings: its name, with the environment if they have one. */
export function eidKeyOf(eid: Settings): string {
  const environment = textIn(eid, 'environment');
  return environment === '' ? textIn(eid, 'eid') : `${textIn(eid, 'eid')}:${environment}`;
}
