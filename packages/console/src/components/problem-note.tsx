import { ApiProblem, type Fault, titleOf } from '../api/api-problem.ts';

interface ProblemNoteProps {
  readonly error: unknown;
  /** The faults to list; by default all of the problem. */
  readonly faults?: readonly Fault[];
}

/** A problem in words: what is wrong, and where. */
export function ProblemNote({ error, faults }: ProblemNoteProps) {
  if (error === null || error === undefined) return null;
  const listed = faults ?? (error instanceof ApiProblem ? error.faults : []);
  return (
    <div className="note bad" role="alert">
      <strong>{titleOf(error)}</strong>
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
