import type { StoredTenant } from '../../../../domain/configuration.ts';
import type { JsonObject } from '../../../../domain/json.ts';
import {
  exportedApplication,
  exportedTenant,
} from '../../../../management/configuration/export-configuration.ts';
import {
  keyOf,
  type ObjectList,
  objectIn,
  objectsIn,
  UnknownObject,
} from '../../../../management/configuration/tenant-objects.ts';
import type { ApplicationCursor } from '../../../../ports/stored-objects.ts';
import type { ApiRequest } from '../../route.ts';
import { cursorIn, isText, limitOf, pageFrom } from '../schemas.ts';
import type { SettingsDeps } from './settings-deps.ts';

/** Reads one kind of a tenant's objects. */
export interface ObjectReader {
  /** @throws {UnknownObject} */
  one(tenantId: string, key: string): Promise<JsonObject>;
  /** A page of the list. @throws {UnknownObject} there is no such tenant */
  page(tenantId: string, query: ApiRequest['query']): Promise<unknown>;
}

/** The reader of a list. Applications are read one by one: a tenant may have thousands. */
export function readerOf(list: ObjectList, deps: SettingsDeps): ObjectReader {
  return list === 'applications' ? applicationReader(deps) : frameReader(list, deps);
}

function frameReader(list: ObjectList, { storedObjects, secretParts }: SettingsDeps): ObjectReader {
  const frameOf = async (tenantId: string) =>
    exportedTenant(known(await storedObjects.tenantFrame(tenantId)), secretParts);

  return {
    one: async (tenantId, key) => objectIn(await frameOf(tenantId), { list, key }),

    async page(tenantId, query) {
      const after = cursorIn(query, isText);
      const objects = objectsIn(await frameOf(tenantId), list);
      const start = objects.findIndex((object) => keyOf(list, object) === after) + 1;
      const limit = limitOf(query);
      return pageFrom(objects.slice(start, start + limit + 1), limit, (one) => keyOf(list, one));
    },
  };
}

function applicationReader({ storedObjects, secretParts }: SettingsDeps): ObjectReader {
  return {
    async one(tenantId, clientId) {
      const application = await storedObjects.application(tenantId, clientId);
      if (application === undefined) throw new UnknownObject('there is no such application');
      return exportedApplication(tenantId, application, secretParts);
    },

    async page(tenantId, query) {
      const limit = limitOf(query);
      const after = cursorIn(query, isApplicationCursor);
      const search = query.search === undefined ? undefined : String(query.search);
      const found = await storedObjects.applications(tenantId, { after, search, limit: limit + 1 });
      if (found.length === 0) known(await storedObjects.tenantFrame(tenantId));
      const { items, next } = pageFrom(found, limit, ({ cursor }) => cursor);
      return {
        items: items.map(({ application }) =>
          exportedApplication(tenantId, application, secretParts),
        ),
        next,
      };
    },
  };
}

function isApplicationCursor(value: unknown): value is ApplicationCursor {
  if (typeof value !== 'object' || value === null) return false;
  const { term, clientId } = value as Partial<ApplicationCursor>;
  return isText(term) && isText(clientId);
}

function known(tenant: StoredTenant | undefined): StoredTenant {
  if (tenant === undefined) throw new UnknownObject('there is no such tenant');
  return tenant;
}
