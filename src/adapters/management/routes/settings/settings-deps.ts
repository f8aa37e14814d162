import { ALL_TENANTS } from '../../../../domain/administrator.ts';
import { actingAs } from '../../../../domain/management-event.ts';
import type { Edit, EditSettings } from '../../../../management/configuration/edit-settings.ts';
import type { SecretParts } from '../../../../management/configuration/stored-secrets.ts';
import type { ObjectList } from '../../../../management/configuration/tenant-objects.ts';
import type { StoredObjects } from '../../../../ports/stored-objects.ts';
import type { Digest } from '../../etag.ts';
import type { ApiRequest, Parameter } from '../../route.ts';
import { json, named } from '../schemas.ts';

/** What the routes of settings need. */
export interface SettingsDeps {
  readonly storedObjects: StoredObjects;
  readonly editSettings: EditSettings;
  /** Shows stored secrets as references. */
  readonly secretParts: SecretParts;
  readonly digest: Digest;
}

/** Who changes, why, and whether anything shall be written. */
export function authorshipOf({
  principal,
  approvedBy,
  onlyPlan,
  reason,
  query,
  params,
}: ApiRequest): Pick<
  Edit,
  'who' | 'actor' | 'reason' | 'source' | 'dryRun' | 'allowLockOut' | 'onlyPlan'
> {
  const actor = actingAs(principal, params.tenant ?? ALL_TENANTS, approvedBy);
  const dryRun = query.dryRun === true;
  const allowLockOut = query.allowLockOut === true;
  // A session is opened by a browser, and used by the console alone.
  const source = principal.kind === 'administrator' ? 'console' : 'api';
  return { who: principal.name, actor, reason, source, dryRun, allowLockOut, onlyPlan };
}

/** The parameters of a search; only the list that grows has one. */
export function searchOf(list: ObjectList): Readonly<Record<string, Parameter>> {
  return list === 'applications' ? { search: SEARCH } : {};
}

const SEARCH: Parameter = {
  description: 'The beginning of a client id or of a name, in any case.',
  schema: { type: 'string', minLength: 1, maxLength: 100 },
};

/** The answer to a dry run. */
export const planAnswer = json('With `dryRun`: what would change.', named('Plan'));
