import type { Json, JsonObject } from '../../domain/json.ts';

/** The lists of a tenant's objects, as the configuration file names them. */
export type ObjectList = 'domains' | 'eids' | 'applications' | 'webhooks';

/** One object of a tenant, by its list and its key. */
export interface ObjectName {
  readonly list: ObjectList;
  /** Of an application its client id, of a domain its host, of an eID `name` or `name:environment`, of a webhook its id. */
  readonly key: string;
}

/** There is no such object. */
export class UnknownObject extends Error {}

/** There is such an object already. */
export class ObjectExists extends Error {}

/** The key of an object in its list; a malformed object has the key that its text gives. */
export function keyOf(list: ObjectList, object: JsonObject): string {
  const text = (name: string) => String(object[name] ?? '');
  switch (list) {
    case 'applications':
      return text('clientId');
    case 'webhooks':
      return text('id');
    case 'domains':
      return URL.canParse(text('issuer')) ? new URL(text('issuer')).host : text('issuer');
    case 'eids':
      return object.environment === undefined
        ? text('eid')
        : `${text('eid')}:${text('environment')}`;
  }
}

/** The objects of one list of a tenant, in its order. */
export function objectsIn(tenant: JsonObject, list: ObjectList): readonly JsonObject[] {
  const objects = tenant[list];
  return Array.isArray(objects) ? (objects as readonly JsonObject[]) : [];
}

/** One object of a tenant. @throws {UnknownObject} */
export function objectIn(tenant: JsonObject, { list, key }: ObjectName): JsonObject {
  const found = objectsIn(tenant, list).find((object) => keyOf(list, object) === key);
  if (found === undefined) throw new UnknownObject(`there is no such object in ${list}: ${key}`);
  return found;
}

/** The tenant with one more object. @throws {ObjectExists} */
export function withAdded(tenant: JsonObject, list: ObjectList, object: JsonObject): JsonObject {
  const key = keyOf(list, object);
  const objects = objectsIn(tenant, list);
  if (objects.some((one) => keyOf(list, one) === key)) {
    throw new ObjectExists(`${list} has this already: ${key}`);
  }
  return { ...tenant, [list]: [...objects, object] };
}

/** The tenant with the object replaced; undefined removes it. */
export function withReplaced(
  tenant: JsonObject,
  { list, key }: ObjectName,
  object: JsonObject | undefined,
): JsonObject {
  const objects = objectsIn(tenant, list).flatMap((one) => {
    if (keyOf(list, one) !== key) return [one];
    return object === undefined ? [] : [object];
  });
  return { ...tenant, [list]: objects };
}

/** Applies a merge patch (RFC 7396): null removes a member, a list replaces a list. */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged: Record<string, Json> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else if (value !== undefined) merged[name] = mergePatch(ownMember(merged, name), value);
  }
  return merged;
}

function ownMember(object: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
