import type { ManagementResult, MeasuredQuestion } from '../management/measure-management.ts';
import type { Sample } from '../measure/measure.ts';
import { spreadOf } from '../measure/statistics.ts';
import { spread } from './samples.ts';
import { count, figure, type Table } from './table.ts';

/** The most that an answer may cost with much stored, in relation to that with little. */
const LIMIT = 1.2;

/** The work for each answer of the management API, with little and much stored. */
export function managementTable({ questions }: ManagementResult): Table {
  return {
    columns: [
      'answer',
      'server ms, small',
      'large',
      'database ms, small',
      'large',
      'statements, small',
      'large',
      'pages, small',
      'large',
      'CPU, large to small',
      '',
    ],
    rows: questions.map((question) => {
      const of = (figureOf: (sample: Sample) => number) =>
        ([question.small, question.large] as const).map((samples) => spread(samples, figureOf));
      const ratio = ratioOf(question);
      return [
        question.title,
        ...of(({ serverMs }) => serverMs).map(({ min }) => figure(min)),
        ...of(({ databaseMs }) => databaseMs).map(({ min }) => figure(min)),
        ...of(({ statements }) => statements).map(({ median }) => count(median)),
        ...of(({ pages }) => pages).map(({ median }) => count(median)),
        figure(ratio),
        ratio <= LIMIT ? 'within the limit' : 'above the limit',
      ];
    }),
  };
}

/** What is stored in both, and when they were measured. */
export function sizesOf({ at, small, large }: ManagementResult): string {
  const words = ({ applications, events }: ManagementResult['small']) =>
    `${applications.toLocaleString('en')} applications and ${events.toLocaleString('en')} events`;
  return `Small: ${words(small)}. Large: ${words(large)}. Measured ${at.slice(0, 10)}.`;
}

/**
 * The CPU with much stored, in relation to that with little: the median of the rounds. Both are measured one after the other in
 * each round, so that other programs disturb both.
 */
export function ratioOf({ small, large }: MeasuredQuestion): number {
  const cpuOf = ({ serverMs, databaseMs }: Sample) => serverMs + databaseMs;
  const ratios = small.flatMap((sample, round) => {
    const other = large[round];
    return other === undefined ? [] : [cpuOf(other) / cpuOf(sample)];
  });
  return spreadOf(ratios).median;
}
