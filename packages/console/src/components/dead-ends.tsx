import { Link } from '@tanstack/react-router';
import { ProblemNote } from './problem-note.tsx';

/** Shown in the place of a screen that failed. */
export function RouteProblem({ error }: { readonly error: unknown }) {
  return (
    <div className="stack">
      <h1>This screen failed</h1>
      <ProblemNote error={error} />
      <p>
        <Link to="/">Back to the start</Link>
      </p>
    </div>
  );
}

/** An address without a screen. */
export function NotFound() {
  return (
    <main>
      <h1>Not found</h1>
      <p>
        There is no screen at this address. <Link to="/">Back to the start</Link>
      </p>
    </main>
  );
}

/** The administrator may see no tenant. */
export function NoTenant() {
  return (
    <main>
      <h1>No tenant</h1>
      <p>
        You are logged in, but have a role in no tenant. An owner invites you, or makes a first
        tenant with <code>eid-broker apply</code>.
      </p>
    </main>
  );
}
