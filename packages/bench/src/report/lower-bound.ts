import type { Result } from '../result.ts';
import { leastSigEq, samplesOf, spread } from './samples.ts';

/** The minimum for the same external work. */
export interface Floor {
  readonly title: string;
  readonly sigEq: number;
}

/** One signature, and as many bare requests, prepared selects and inserts as a login has. */
export function floorOf(result: Result): Floor {
  const login = samplesOf(result, 'login');
  const requests = Math.round(spread(login, (sample) => sample.requests).median);
  const statements = Math.round(spread(login, (sample) => sample.statements).median);
  const writes = Math.round(spread(login, ({ writeCommits }) => writeCommits).median);
  const bare = leastSigEq(result, 'floor-bare');
  const read = leastSigEq(result, 'floor-read') - bare;
  const write = leastSigEq(result, 'floor-write') - bare;
  const reads = statements - writes;
  return {
    title: `floor: a signature, ${requests} bare requests, ${reads} selects, ${writes} inserts`,
    sigEq: 1 + requests * bare + reads * read + writes * write,
  };
}
