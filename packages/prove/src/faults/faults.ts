import { abusiveTenant } from './abusive-tenant.ts';
import { assertionRepeated } from './assertion-repeated.ts';
import { backupRestored } from './backup-restored.ts';
import { certificateReplaced } from './certificate-replaced.ts';
import { clocksWrong } from './clocks-wrong.ts';
import { completionRepeated } from './completion-repeated.ts';
import { connectionsExhausted } from './connections-exhausted.ts';
import { databaseFailedOver } from './database-failed-over.ts';
import { databaseRefuses } from './database-refuses.ts';
import { databaseRestarted } from './database-restarted.ts';
import { databaseSlow } from './database-slow.ts';
import { decisionsRace } from './decisions-race.ts';
import { diskFull } from './disk-full.ts';
import { eidAnswerLost } from './eid-answer-lost.ts';
import { eidErrors } from './eid-errors.ts';
import { eidGarbage } from './eid-garbage.ts';
import { eidSilent } from './eid-silent.ts';
import { eidUnreachable } from './eid-unreachable.ts';
import { encryptionKeyChanged } from './encryption-key-changed.ts';
import { excessivePolling } from './excessive-polling.ts';
import type { FaultScenario, FaultTestedElsewhere } from './fault.ts';
import { withRecovery } from './healthy.ts';
import { logBlocked } from './log-blocked.ts';
import { manyExpiredRows } from './many-expired-rows.ts';
import { redeemedOften } from './redeemed-often.ts';
import { replicaBlocked } from './replica-blocked.ts';
import { replicaFrozen } from './replica-frozen.ts';
import { replicaKilled } from './replica-killed.ts';
import { replicasRestarted } from './replicas-restarted.ts';
import { signingKeysRotated } from './signing-keys-rotated.ts';
import { slowAndHuge } from './slow-and-huge.ts';
import { stampede } from './stampede.ts';
import { twoReleases } from './two-releases.ts';
import { uncaughtException } from './uncaught-exception.ts';
import { webhookUnreachable } from './webhook-unreachable.ts';

/** Faults that need no load, with the test that covers them or the missing coverage. */
const testedElsewhere: readonly FaultTestedElsewhere[] = [
  {
    id: 'F25',
    title: 'a million logins: memory, sockets, rows',
    why: 'needs a long run: `npm run prove -- --minutes 120` checks I9 with samples of each replica',
  },
  {
    id: 'F28',
    title: 'a migration is killed; several run at once',
    why: 'needs a database that is not migrated yet: `test/adapters/postgres/migrations.test.ts`',
  },
  {
    id: 'F33',
    title: 'wrong environment, wrong configuration, no database at the start',
    why: 'there is no load before the start: `test/main.test.ts`, `test/config`, `test/apply.test.ts`',
  },
  {
    id: 'F34',
    title: 'a database that no release created',
    why: 'refused at the start: `test/adapters/postgres/migrations.test.ts`',
  },
  {
    id: 'F35',
    title: "an application's published keys change",
    why: 'needs no load, one client suffices: `test/adapters/key-sets/published-keys.test.ts`, with an advanced clock',
  },
  {
    id: 'F37',
    title: 'the browser goes back, reloads, closes, is offline',
    why: 'needs a real browser: `test/adapters/http/login/login-browser.test.ts` (reload, back, closed, offline), `test/browser/full-login.test.ts`, `test/e2e/finishing.test.ts`. No test has a slow network, or a page that comes back from the back/forward cache',
  },
  {
    id: 'F38',
    title: 'the app returns to another browser, or cookies are blocked',
    why: 'needs no load: `test/e2e/same-device.test.ts`, `test/e2e/mitid-faults.test.ts` (another browser), `test/flows/browser-login/return-to-login.test.ts` (without the cookie). No test has a browser that blocks cookies, or one in private mode',
  },
];

/** Every fault of the list in order: a scenario, or the reason for its absence. */
export const FAULTS: readonly (FaultScenario | FaultTestedElsewhere)[] = [
  replicaKilled,
  replicasRestarted,
  replicaFrozen,
  databaseRestarted,
  databaseFailedOver,
  databaseSlow,
  connectionsExhausted,
  diskFull,
  databaseRefuses,
  eidUnreachable,
  eidErrors,
  eidSilent,
  eidGarbage,
  eidAnswerLost,
  completionRepeated,
  certificateReplaced,
  clocksWrong,
  signingKeysRotated,
  encryptionKeyChanged,
  redeemedOften,
  excessivePolling,
  assertionRepeated,
  stampede,
  replicaBlocked,
  manyExpiredRows,
  twoReleases,
  slowAndHuge,
  abusiveTenant,
  logBlocked,
  webhookUnreachable,
  decisionsRace,
  backupRestored,
  uncaughtException,
  ...testedElsewhere,
].sort((one, other) => numberOf(one) - numberOf(other));

/** The faults that `prove` can inject. */
export const SCENARIOS: readonly FaultScenario[] = FAULTS.filter((fault) => 'inject' in fault).map(
  withRecovery,
);

function numberOf({ id }: FaultScenario | FaultTestedElsewhere): number {
  return Number(id.slice(1));
}
