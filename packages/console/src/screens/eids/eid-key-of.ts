import type { Settings } from '../../api/shapes.ts';
import { textIn } from '../../objects/settings-values.ts';

/** The key of an eID's settings: its name, with the environment if they have one. */
export function eidKeyOf(eid: Settings): string {
  const environment = textIn(eid, 'environment');
  return environment === '' ? textIn(eid, 'eid') : `${textIn(eid, 'eid')}:${environment}`;
}
