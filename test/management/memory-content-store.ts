import type { StoredTenant } from '../../src/domain/content.ts';
import type { ContentStore } from '../../src/ports/content-store.ts';

/** A content store in memory, for tests of what is decided. */
export function memoryContentStore(): ContentStore {
  let tenants = new Map<string, StoredTenant>();
  let revision = 0;
  const read = async () => ({ revision, tenants: [...tenants.values()] });
  return {
    revision: async () => revision,
    read,
    async change(decide) {
      const { replace, result } = decide(await read());
      tenants = new Map([...tenants, ...replace.map((tenant) => [tenant.id, tenant] as const)]);
      if (replace.length > 0) revision += 1;
      return result;
    },
  };
}
