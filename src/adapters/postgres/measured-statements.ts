import type { Meter } from '../../ports/meter.ts';
import type { Stopwatch } from '../../ports/stopwatch.ts';

/** Lets a statement run, and tells how long it took. */
export interface MeasureStatement {
  <Answer>(statement: unknown, run: () => Promise<Answer>): Promise<Answer>;
}

interface Deps {
  readonly meter: Pick<Meter, 'statementRun'>;
  readonly stopwatch: Stopwatch;
}

/** Tells the meter of every statement by its name. */
export function measuredStatements({ meter, stopwatch }: Deps): MeasureStatement {
  return async function measured(statement, run) {
    const elapsed = stopwatch();
    const name = nameOf(statement);
    try {
      const answer = await run();
      meter.statementRun({ statement: name, outcome: 'done', seconds: elapsed() });
      return answer;
    } catch (error) {
      meter.statementRun({ statement: name, outcome: 'failed', seconds: elapsed() });
      throw error;
    }
  };
}

/** For commands: nobody looks. */
export const unmeasured: MeasureStatement = (_, run) => run();

function nameOf(statement: unknown): string {
  const { name } = Object(statement) as { readonly name?: unknown };
  return typeof name === 'string' ? name : 'unnamed';
}
