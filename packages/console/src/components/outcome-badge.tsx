/** The tone of an outcome; one that is not listed gets a neutral badge. */
const TONES: Readonly<Record<string, string>> = {
  identified: 'good',
  remembered: 'good',
  succeeded: 'good',
  redeemed: 'good',
  authenticated: 'good',
  signed: 'good',
  completed: 'good',
  cancelled: 'warn',
  declined: 'warn',
  expired: 'warn',
  abandoned: 'warn',
  'not-opened': 'warn',
  superseded: 'warn',
};

/** How a login ended, or that it is still running. */
export function OutcomeBadge({ outcome }: { readonly outcome: string | null }) {
  if (outcome === null) {
    return (
      <span className="badge info">
        <span className="live-dot" /> pending
      </span>
    );
  }
  return <span className={`badge ${TONES[outcome] ?? 'bad'}`}>{outcome.replaceAll('_', ' ')}</span>;
}
