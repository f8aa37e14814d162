import { ApiProblem, type Fault } from '../api/api-problem.ts';

interface ProblemNoteProps {
  readonly error: unknown;
  /** The faults to list; by default all of the problem. */
  readonly faults?: readonly Fault[];
}

/** A problem in words: what is wrong, and where. */
export function ProblemNote({ error, faults }: ProblemNoteProps) {
  if (error === null || error === undefined) return null;
  const problem = error instanceof ApiProblem ? error : undefined;
  const listed = faults ?? problem?.faults ?? [];
  return (
    <div className="note bad" role="alert">
      <strong>{problem?.title ?? 'The service cannot be reached'}</strong>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      {listed.length > 0 && (
        <ul>
          {listed.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
