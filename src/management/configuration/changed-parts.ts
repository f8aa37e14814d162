import { APPLICATION_DEFAULTS } from '../../domain/application.ts';
import type { ChangedPart } from '../../ports/configuration-history.ts';
import type { PlannedChange, SettingChange } from './plan.ts';

/** Parts of one revision, and settings of one part, that are kept by name. */
const MAX_PARTS = 100;
const MAX_NAMES = 50;

/** Lists of the file that are absent when they are empty. Other absent lists stand for everything. */
const EMPTY_WHEN_ABSENT: readonly string[] = ['redirectUris', 'postLogoutRedirectUris', 'secrets'];
/** A new key encrypts the same settings. */
const SAME_SETTINGS = 'encryption';

/** The parts of one tenant that a plan changes, by names alone. */
export function changedPartsOf(
  changes: readonly PlannedChange[],
  tenantId: string,
): readonly ChangedPart[] {
  return changes
    .filter(({ tenant, what }) => tenant === tenantId && what !== 'tenant' && what !== 'webhook')
    .slice(0, MAX_PARTS)
    .flatMap(partOf);
}

function partOf({ action, what, id, settings }: PlannedChange): readonly ChangedPart[] {
  if (action !== 'change') return [{ action, what, id, settings: [], widened: [] }];
  const changed = settings.filter(({ name }) => name !== SAME_SETTINGS);
  const names = [...new Set(changed.map(nameOf))].slice(0, MAX_NAMES);
  const widened = names.filter((name) =>
    changed.filter((setting) => nameOf(setting) === name).every(isWider),
  );
  return names.length === 0 ? [] : [{ action, what, id, settings: names, widened }];
}

/** The setting that people know: the settings of an eID by their own names, others without what is inside. */
function nameOf({ name }: SettingChange): string {
  return name.replace(/^settings\./, '').replace(/\..*$/s, '');
}

/** True when it permits all that it permitted before. */
function isWider({ name, before, after }: SettingChange): boolean {
  const defaults: Readonly<Record<string, unknown>> = APPLICATION_DEFAULTS;
  if (/^require[A-Z]/.test(name)) return (after ?? defaults[name]) !== true;
  if (/^allow[A-Z]/.test(name)) return after === true;
  const old = before ?? (EMPTY_WHEN_ABSENT.includes(name) ? [] : null);
  if (!Array.isArray(old) || !Array.isArray(after)) return false;
  const now = after.map((one) => JSON.stringify(one));
  return now.length > old.length && old.every((one) => now.includes(JSON.stringify(one)));
}
