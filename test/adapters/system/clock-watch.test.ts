import { expect, test } from '@jest/globals';

import { watchClock } from '../../../src/adapters/system/clock.ts';

test.each([1, -1])('each change is logged once, in both directions (%i)', (sign) => {
  const logged: unknown[] = [];
  const note = (level: string) => (event: string, facts?: object) =>
    void logged.push({ level, event, ...facts });
  let seconds = 0;
  const watch = watchClock({
    secondsOff: () => seconds,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
  });
  const after = (off: number) => {
    seconds = off * sign;
    watch.check();
    watch.check();
    return watch.isFarOff();
  };

  expect([0, 10, 11, 45, 46, 300, 44, 9].map(after)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(logged).toEqual([
    { level: 'warn', event: 'clock.off', seconds: 11 * sign },
    { level: 'error', event: 'clock.far_off', seconds: 46 * sign },
    { level: 'warn', event: 'clock.off', seconds: 44 * sign },
    { level: 'info', event: 'clock.in_sync', seconds: 9 * sign },
  ]);
});
