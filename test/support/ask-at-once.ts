import type { Broker } from './broker.ts';

/** Lets the service ask the eID about every order now; by itself it would rightly wait two seconds. */
export async function askAtOnce({ sql }: Pick<Broker, 'sql'>): Promise<void> {
  await sql("update authentication set collect_after = created_at where state = 'pending'");
}
