import { describe, expect, test } from '@jest/globals';

import { makeRunning } from '../src/running.ts';

describe('the list of running parts', () => {
  test('is stopped in reverse order, once, however often it is called', async () => {
    const running = makeRunning();
    const stopped: string[] = [];
    running.add(() => void stopped.push('database'));
    running.add(async () => void stopped.push('service'));
    await Promise.all([running.stop(), running.stop()]);
    await running.stop();
    expect(stopped).toEqual(['service', 'database']);
  });

  test('is stopped completely even if one part fails, and the error is reported', async () => {
    const running = makeRunning();
    const stopped: string[] = [];
    running.add(() => void stopped.push('database'));
    running.add(() => Promise.reject(new Error('stuck')));
    await expect(running.stop()).rejects.toThrow('stuck');
    expect(stopped).toEqual(['database']);
  });
});
