import type { Result } from '../result.ts';
import { leastSigEq, samplesOf, spread } from './samples.ts';

/** The lower bound of the CPU for the same external work. */
export interface LowerBound {
  readonly title: string;
  readonly sigEq: number;
}

/** One signature, and as many bare requests, prepared selects and inserts as a login has. */
export function lowerBoundOf(result: Result): LowerBound {
  const login = samplesOf(result, 'login');
  const requests = Math.round(spread(login, (sample) => sample.requests).median);
  const statements = Math.round(spread(login, (sample) => sample.statements).median);
  const writes = Math.round(spread(login, ({ writeCommits }) => writeCommits).median);
  const bare = leastSigEq(result, 'lower-bound-bare');
  const read = leastSigEq(result, 'lower-bound-read') - bare;
  const write = leastSigEq(result, 'lower-bound-write') - bare;
  const reads = statements - writes;
  return {
    title: `lower bound: a signature, ${requests} bare requests, ${reads} selects, ${writes} inserts`,
    sigEq: 1 + requests * bare + reads * read + writes * write,
  };
}
