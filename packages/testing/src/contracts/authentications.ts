import { afterEach, beforeEach, describe } from '@jest/globals';
import type { OpenReplicas, Replicas } from '../replicas.ts';
import { at } from '../sample-authentication.ts';
import { authenticationRemainsContract } from './authentication-remains.ts';
import type { ReadableAuthentications } from './authentication-samples.ts';
import { finalAuthenticationsContract } from './final-authentications.ts';
import { newAuthenticationsContract } from './new-authentications.ts';
import { pendingAuthenticationsContract } from './pending-authentications.ts';

/** The contract of the port `Authentications`. */
export function authenticationsContract(
  name: string,
  open: OpenReplicas<ReadableAuthentications>,
): void {
  describe(`${name} keeps the promises of the port`, () => {
    let store: Replicas<ReadableAuthentications>;
    const opened = () => store;

    beforeEach(async () => {
      store = await open(() => at(0));
    });
    afterEach(() => store.close());

    newAuthenticationsContract(opened);
    pendingAuthenticationsContract(opened);
    finalAuthenticationsContract(opened);
    authenticationRemainsContract(opened);
  });
}
