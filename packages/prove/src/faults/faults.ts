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
import { eidAway } from './eid-away.ts';
import { eidErrors } from './eid-errors.ts';
import { eidGarbage } from './eid-garbage.ts';
import { eidSilent } from './eid-silent.ts';
import { elsewhere } from './elsewhere.ts';
import { encryptionKeyChanged } from './encryption-key-changed.ts';
import { exceptionUnheard } from './exception-unheard.ts';
import type { FaultElsewhere, FaultScenario } from './fault.ts';
import { healed } from './healed.ts';
import { logBlocked } from './log-blocked.ts';
import { manyExpiredRows } from './many-expired-rows.ts';
import { backchannelHard } from './polled-hard.ts';
import { redeemedOften } from './redeemed-often.ts';
import { replicaBlocked } from './replica-blocked.ts';
import { replicaFrozen } from './replica-frozen.ts';
import { replicaKilled } from './replica-killed.ts';
import { replicasRestarted } from './replicas-restarted.ts';
import { signingKeysRotated } from './signing-keys-rotated.ts';
import { slowAndHuge } from './slow-and-huge.ts';
import { stampede } from './stampede.ts';
import { twoReleases } from './two-releases.ts';
import { webhookAway } from './webhook-away.ts';

/** Every fault of the list, in its order: as a scenario, or why there is none. */
export const FAULTS: readonly (FaultScenario | FaultElsewhere)[] = [
  replicaKilled,
  replicasRestarted,
  replicaFrozen,
  databaseRestarted,
  databaseFailedOver,
  databaseSlow,
  connectionsExhausted,
  diskFull,
  databaseRefuses,
  eidAway,
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
  backchannelHard,
  assertionRepeated,
  stampede,
  replicaBlocked,
  manyExpiredRows,
  twoReleases,
  slowAndHuge,
  abusiveTenant,
  logBlocked,
  webhookAway,
  decisionsRace,
  backupRestored,
  exceptionUnheard,
  ...elsewhere,
].sort((one, other) => numberOf(one) - numberOf(other));

/** Those that can be injected. */
export const SCENARIOS: readonly FaultScenario[] = FAULTS.filter((fault) => 'inject' in fault).map(
  healed,
);

function numberOf({ id }: FaultScenario | FaultElsewhere): number {
  return Number(id.slice(1));
}
