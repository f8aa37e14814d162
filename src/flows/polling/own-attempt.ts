import type { Authentication } from '../../domain/authentication.ts';
import type { Authentications, Poller } from '../../ports/authentications.ts';

/** The attempt of that id; undefined when there is none, and when it is another client's, issuer's or door's. */
export async function ownAttempt(
  authentications: Authentications,
  id: string,
  by: Poller,
): Promise<Authentication | undefined> {
  const found = await authentications.find(id);
  const isTheirs =
    found?.issuer === by.issuer && found.clientId === by.clientId && found.door === by.door;
  return isTheirs ? found : undefined;
}
