/** In the local storage, so that it outlives the session. */
const NAME = 'tenant';

/** Remembers the tenant that is used: the next login begins there. */
export function keepTenant(id: string): void {
  localStorage.setItem(NAME, id);
}

/** The tenant to begin with: the last used one, else the first; undefined without any. */
export function firstTenant<Tenant extends { readonly id: string }>(
  tenants: readonly Tenant[],
  last = localStorage.getItem(NAME),
): Tenant | undefined {
  return tenants.find(({ id }) => id === last) ?? tenants[0];
}
