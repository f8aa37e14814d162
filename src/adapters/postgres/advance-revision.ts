import type { ClientBase } from 'pg';

/** Where those who listen hear that there is a new revision. */
export const REVISION_CHANNEL = 'configuration_revision';

const ADVANCE = 'update content_revision set revision = revision + 1';
const TELL = `select pg_notify('${REVISION_CHANNEL}', '')`;

/**
 * Makes what the caller's transaction changed a new revision of the configuration. Replicas that listen hear
 * of it when the transaction commits; the others see it when they look.
 */
export async function advanceRevision(client: ClientBase): Promise<void> {
  await client.query({ name: 'content_advance', text: ADVANCE });
  await client.query({ name: 'content_tell', text: TELL });
}
