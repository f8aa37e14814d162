import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { PendingAuthentication } from 'eid-broker/domain/authentication';
import { PLAIN_LOGIN } from 'eid-broker/domain/intent';
import type { Ending } from 'eid-broker/domain/progress';
import type { Authentications } from 'eid-broker/ports/authentications';
import type { Usage } from 'eid-broker/ports/events';

import type { OpenReplicas, Replicas } from '../replicas.ts';
import { at, leaseOf, PERSON, pendingAuthentication } from '../sample-authentication.ts';

const SIGNATURE = { ...PLAIN_LOGIN, kind: 'signature', action: 'sign' } as const;
const FROM = at(0);
const UNTIL = at(1000);

/** The counts, and the attempts that are counted. */
export interface CountedUsage extends Usage {
  readonly authentications: Authentications;
}

/** The contract of the port `Usage`. */
export function usageContract(name: string, open: OpenReplicas<CountedUsage>): void {
  describe(`${name} keeps the promises of the port`, () => {
    let store: Replicas<CountedUsage>;
    let one: CountedUsage;
    let made = 0;

    beforeEach(async () => {
      store = await open(() => at(0));
      one = store.replicas[0];
    });
    afterEach(() => store.close());

    async function begun(own: Partial<PendingAuthentication>) {
      made += 1;
      const authentication = pendingAuthentication({
        id: `attempt-${made}`,
        loginId: undefined,
        ...own,
      });
      await one.authentications.begin(authentication);
      return leaseOf(authentication.id);
    }

    async function identified(seconds: number, own: Partial<PendingAuthentication> = {}) {
      const outcome = { state: 'identified', at: at(seconds), identity: PERSON } as const;
      await one.authentications.recordOutcome(await begun(own), outcome);
    }

    async function ended(seconds: number, why: Ending, own: Partial<PendingAuthentication> = {}) {
      const outcome = { state: 'ended', at: at(seconds), why, hintCode: undefined } as const;
      await one.authentications.recordOutcome(await begun(own), outcome);
    }

    async function remembered(seconds: number, own: Partial<PendingAuthentication> = {}) {
      made += 1;
      await one.authentications.createIdentified({
        ...pendingAuthentication({ id: `attempt-${made}`, createdAt: at(seconds), ...own }),
        progress: { state: 'identified', at: at(-5000), identity: PERSON },
      });
    }

    test('is empty without an outcome', async () => {
      await begun({});
      expect(await one.between(FROM, UNTIL)).toEqual([]);
    });

    test('counts each outcome by tenant and kind, in order of both', async () => {
      await identified(1, { tenantId: 'b' });
      await identified(2, { tenantId: 'b', clientId: 'other', channel: 'ciba' });
      await identified(3, { tenantId: 'b', intent: SIGNATURE });
      await ended(4, 'declined', { tenantId: 'a', intent: SIGNATURE });
      await ended(5, 'expired', { tenantId: 'a', intent: SIGNATURE });
      await ended(6, 'other-person', { tenantId: 'a' });
      await remembered(7, { tenantId: 'a' });
      await ended(8, 'lost', { tenantId: 'B' });

      expect(await one.between(FROM, UNTIL)).toEqual([
        { tenantId: 'B', kind: 'authentication', identified: 0, remembered: 0, ended: 1 },
        { tenantId: 'a', kind: 'authentication', identified: 0, remembered: 1, ended: 1 },
        { tenantId: 'a', kind: 'signature', identified: 0, remembered: 0, ended: 2 },
        { tenantId: 'b', kind: 'authentication', identified: 2, remembered: 0, ended: 0 },
        { tenantId: 'b', kind: 'signature', identified: 1, remembered: 0, ended: 0 },
      ]);
    });

    test('counts from the first moment up to the last, which is excluded', async () => {
      await identified(-0.001);
      await identified(0);
      await ended(999.999, 'failed');
      await identified(1000);
      await remembered(1000);
      expect(await one.between(FROM, UNTIL)).toEqual([
        { tenantId: 'tenant', kind: 'authentication', identified: 1, remembered: 0, ended: 1 },
      ]);
    });

    test('still counts purged attempts', async () => {
      await identified(1);
      await begun({ expiresAt: at(500) });
      await one.authentications.purge(at(5000), 10);
      expect(await one.between(FROM, UNTIL)).toEqual([
        { tenantId: 'tenant', kind: 'authentication', identified: 1, remembered: 0, ended: 1 },
      ]);
    });
  });
}
