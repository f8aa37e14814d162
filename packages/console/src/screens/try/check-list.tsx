import type { TokenCheck } from './token-checks.ts';

/** Checks that an application makes, and how each ended. */
export function CheckList({ checks }: { readonly checks: readonly TokenCheck[] }) {
  return (
    <ul className="checks">
      {checks.map(({ what, ok }) => (
        <li key={what}>
          <span className={ok ? 'badge good' : 'badge bad'}>{ok ? 'holds' : 'fails'}</span> {what}
        </li>
      ))}
    </ul>
  );
}
