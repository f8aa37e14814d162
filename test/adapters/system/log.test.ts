import { describe, expect, test } from '@jest/globals';

import { numberShapes } from '../../../src/adapters/eid/national-numbers/national-numbers.ts';
import { jsonLog } from '../../../src/adapters/system/log.ts';
import { makeRedact } from '../../../src/adapters/system/redaction.ts';

function openLog(level = 'info') {
  const lines: string[] = [];
  const log = jsonLog(level, { write: (line) => void lines.push(line) }, makeRedact(numberShapes));
  return { log, lines, facts: () => lines.map((line) => ({ ...JSON.parse(line), time: 0 })) };
}

describe('the log', () => {
  test('writes one line for each event, with its facts', () => {
    const { log, lines, facts } = openLog();
    log.info('login.started', { reference: 'abc', authentication: undefined });
    log.warn('order.collect_failed', { code: 'eid-unavailable' });
    log.error('request.failed');
    expect(facts()).toEqual([
      { level: 30, time: 0, event: 'login.started', reference: 'abc' },
      { level: 40, time: 0, event: 'order.collect_failed', code: 'eid-unavailable' },
      { level: 50, time: 0, event: 'request.failed' },
    ]);
    expect(lines.every((line) => /^[^\n]*\n$/.test(line))).toBe(true);
  });

  test('omits entries below its level', () => {
    const { log, facts } = openLog('warn');
    log.info('login.started');
    log.warn('purge.failed');
    expect(facts().map(({ event }) => event)).toEqual(['purge.failed']);
  });

  test('writes the stacks of an error and of its causes, and none of their other members', () => {
    const { log, facts } = openLog();
    const behind = Object.assign(new Error('the driver said no'), { parameters: ['secret'] });
    log.error('request.failed', { cause: new Error('no answer', { cause: behind }) });
    expect(facts()[0].cause).toEqual({
      stack: expect.stringMatching(/^Error: no answer\n {4}at /),
      cause: { stack: expect.stringMatching(/^Error: the driver said no\n {4}at /) },
    });
    log.error('request.failed', { cause: 'a text' });
    expect(facts()[1].cause).toBe('a text');
  });

  test('contains no personal number and no secret, in any position', () => {
    const { log, lines } = openLog();
    const jwt = `${Buffer.from('{"alg":"ES256"}').toString('base64url')}.e30.c2lnbmF0dXJl`;
    const cause = new Error(`duplicate key: (191212121212) ${jwt}`, {
      cause: new TypeError('for 121212-1212'),
    });
    log.error('person.191212121212', { cause, '131052-308T': { deep: [['070761-4285']] } });
    log.info('x.y', { error: new Error('01129955131'), bytes: Buffer.from('191212121212') });
    expect(lines.join('')).not.toMatch(/1212|308T|4285|9955131|e30/);
    expect(lines).toHaveLength(2);
  });

  test('accepts values without a JSON form', () => {
    const { log, facts } = openLog();
    const round: Record<string, unknown> = { big: 10n };
    round.self = round;
    log.info('x.y', { round });
    expect(facts()[0].event).toBe('x.y');
  });
});
