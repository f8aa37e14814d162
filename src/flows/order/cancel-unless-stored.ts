import type { Authentication } from '../../domain/authentication.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Eid } from '../../ports/eid.ts';

/** An order that finds no place in our records must not live on at the eID. Answers, and throws, what `store` does. */
export async function cancelUnlessStored<Stored extends Authentication>(
  eid: Eid,
  order: JsonObject,
  store: () => Promise<Stored | undefined>,
): Promise<Stored | undefined> {
  const stored = await store().catch(async (error) => {
    await eid.cancel(order);
    throw error;
  });
  if (stored === undefined) await eid.cancel(order);
  return stored;
}
