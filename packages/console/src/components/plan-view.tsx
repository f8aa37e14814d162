import type { Plan } from '../api/shapes.ts';

const TONES = { create: 'good', change: 'info', remove: 'bad' } as const;

/** The changes that a request would make, or made. */
export function PlanView({ plan: { changes, totals, locksOut = [] } }: { readonly plan: Plan }) {
  if (changes.length === 0) return <p className="note">Nothing changes.</p>;
  return (
    <section className="note" aria-label="Plan">
      <strong>
        {totals.create} to create, {totals.change} to change, {totals.remove} to remove
      </strong>
      <div className="stack">
        {changes.map(({ action, what, id, settings }) => (
          <div key={`${what} ${id}`}>
            <span className={`badge ${TONES[action]}`}>{action}</span> {what} <code>{id}</code>
            <ul>
              {settings.map(({ name, before, after }) => (
                <li key={name}>
                  {name}: <del>{written(before)}</del> → <ins>{written(after)}</ins>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {locksOut.length > 0 && (
        <ul>
          {locksOut.map(({ application, reason }) => (
            <li key={application}>
              <span className="badge bad">locks out</span> <code>{application}</code> {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function written(value: unknown): string {
  if (value === undefined || value === null) return '(absent)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
