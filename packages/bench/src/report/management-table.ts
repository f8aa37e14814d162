import type { ManagementResult, MeasuredQuestion } from '../management/measure-management.ts';
import type { Sample } from '../measure/measure.ts';
import { spread } from './samples.ts';
import { count, figure, type Table } from './table.ts';

/** The CPU and statements of each answer of the management API, with little and much stored. */
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
      'CPU, large to small',
    ],
    rows: questions.map((question) => {
      const of = (figureOf: (sample: Sample) => number) =>
        ([question.small, question.large] as const).map((samples) => spread(samples, figureOf));
      return [
        question.title,
        ...of(({ serverMs }) => serverMs).map(({ min }) => figure(min)),
        ...of(({ databaseMs }) => databaseMs).map(({ min }) => figure(min)),
        ...of(({ statements }) => statements).map(({ median }) => count(median)),
        figure(ratioOf(question)),
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

/** The CPU with much stored, in relation to that with little: of the medians, in signatures of the same moment. */
export function ratioOf({ small, large }: MeasuredQuestion): number {
  const middle = (samples: readonly Sample[]) => spread(samples, ({ sigEq }) => sigEq).median;
  return middle(large) / middle(small);
}
