import { describe, expect, test } from '@jest/globals';

import { SCENARIOS } from '../src/faults/faults.ts';
import { commandOf, readOptions, WrongOption } from '../src/options.ts';

const read = (...texts: string[]) => readOptions(texts, () => 7);

describe('the options', () => {
  test('make a short run by default', () => {
    const options = read();
    expect(options).toMatchObject({ minutes: 1, seed: 7, people: 40, replicas: 3, plants: [] });
    expect([...new Set(options.scenarios.map(({ id }) => id))]).toEqual(['F1', 'F4', 'F10', 'F20']);
  });

  test('inject every fault from five minutes on', () => {
    expect(read('--minutes', '5').scenarios).toEqual(SCENARIOS);
    expect(read('--minutes', '10', '--faults', 'F4').scenarios.map(({ id }) => id)).toEqual(['F4']);
  });

  test('are printed as a command with the same effect', () => {
    const texts = [
      '--minutes',
      '2',
      '--seed',
      '42',
      '--faults',
      'F1,F4',
      '--previous-ref',
      'v1',
      '--plant',
      'lost-decline',
    ];
    const command = commandOf(read(...texts));
    expect(command).toBe(
      'npm run prove -- --minutes 2 --seed 42 --people 40 --replicas 3 --faults F1,F4 --previous-ref v1 --plant lost-decline',
    );
    const again = command.split(' ').slice(4);
    expect(readOptions(again, () => 0)).toEqual(read(...texts));
  });

  test.each([
    [['--minutes', 'ten'], '--minutes: a number from 0.1 to 1440, not ten'],
    [['--seed', '1.5'], '--seed: 1.5 is not a whole number'],
    [['--replicas', '0'], '--replicas: a number from 1 to 9, not 0'],
    [['--faults', 'F99'], '--faults: F99 cannot be injected'],
    [['--plant', 'rose'], '--plant: unknown: rose'],
    [['--speed', '3'], /^Unknown option '--speed'/],
  ])('refuse %j', (texts, said) => {
    expect(() => read(...texts)).toThrow(WrongOption);
    expect(() => read(...texts)).toThrow(said);
  });
});
