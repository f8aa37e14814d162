import { describe, expect, test } from '@jest/globals';

import { makeRunning } from '../src/running.ts';

describe('what is running', () => {
  test('is stopped the newest first, once, however often that is asked for', async () => {
    const running = makeRunning();
    const stopped: string[] = [];
    running.add(() => void stopped.push('database'));
    running.add(async () => void stopped.push('service'));
    await Promise.all([running.stop(), running.stop()]);
    await running.stop();
    expect(stopped).toEqual(['service', 'database']);
  });

  test('is stopped to the end even if one part fails, and the fault is told', async () => {
    const running = makeRunning();
    const stopped: string[] = [];
    running.add(() => void stopped.push('database'));
    running.add(() => Promise.reject(new Error('stuck')));
    await expect(running.stop()).rejects.toThrow('stuck');
    expect(stopped).toEqual(['database']);
  });
});
