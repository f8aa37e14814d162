import { ConfigurationProblems } from '../../../../config/configuration-problems.ts';
import type { JsonObject } from '../../../../domain/json.ts';
import type {
  Edit,
  Edited,
  EditSettings,
} from '../../../../management/configuration/edit-settings.ts';
import {
  keyOf,
  type ObjectName,
  objectsIn,
} from '../../../../management/configuration/tenant-objects.ts';
import { UnfitCertificates } from '../../../../management/eids/unfit-certificates.ts';

/** An edit of one object of a tenant that exists. */
interface ObjectEdit extends Omit<Edit, 'change'> {
  readonly change: (tenant: JsonObject) => JsonObject;
}

/**
 * Edits one object. The paths of its own refused settings begin at the object, as in the body of the request; those of
 * other objects begin at the tenant.
 */
export async function editObject(
  editSettings: EditSettings,
  edit: ObjectEdit,
  { list, key }: ObjectName,
): Promise<Edited> {
  let place = '';
  const change = (tenant: JsonObject = {}) => {
    const after = edit.change(tenant);
    const index = objectsIn(after, list).findIndex((object) => keyOf(list, object) === key);
    place = `${list}[${index}].`;
    return after;
  };
  try {
    const application = list === 'applications' ? key : undefined;
    return await editSettings({ ...edit, change, application, allowRemove: true });
  } catch (error) {
    if (!(error instanceof ConfigurationProblems || error instanceof UnfitCertificates))
      throw error;
    throw new ConfigurationProblems(
      error.problems.map(({ path, message }) => ({
        path: path.startsWith(place) ? path.slice(place.length) : path,
        message,
      })),
    );
  }
}
