import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, bodyOf } from '../../api/client.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { OutcomeBadge } from '../../components/outcome-badge.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';

const PATH = '/api/tenants/{tenant}/eids/{eid}/outcomes';
const CIRCUITS = {
  closed: { tone: 'good', words: 'The eID gets calls.' },
  'half-open': { tone: 'warn', words: 'One call tests whether the eID is back.' },
  open: { tone: 'bad', words: 'The eID failed; it gets no calls for some seconds.' },
} as const;
const VERDICTS = {
  usual: { tone: 'good', words: 'as usual' },
  worse: { tone: 'bad', words: 'fewer succeed than usual' },
  'too-few': { tone: '', words: 'too few logins to compare' },
} as const;

interface OutcomesProps {
  readonly tenant: string;
  readonly eid: string;
}

/** How the eID does: its circuit, and the last hour beside the same hour of the last seven days. */
export function Outcomes({ tenant, eid }: OutcomesProps) {
  const { data, error } = useQuery({
    queryKey: ['outcomes', tenant, eid],
    queryFn: ({ signal }) => bodyOf(api.GET(PATH, { params: { path: { tenant, eid } }, signal })),
    refetchInterval: 30_000,
  });
  return (
    <section className="card" aria-labelledby="outcomes">
      <h2 id="outcomes" className="row">
        Last hour
        {data && (
          <span className={`badge ${VERDICTS[data.verdict].tone}`}>
            {VERDICTS[data.verdict].words}
          </span>
        )}
      </h2>
      <ProblemNote error={error} />
      {data && (
        <div className="stack">
          <Circuit circuit={data.circuit} lastAnswerAt={data.lastAnswerAt} />
          <DataTable
            caption="Logins of the last hour by outcome, beside the usual"
            rows={data.items}
            keyOf={({ outcome }) => String(outcome)}
            empty="No login in this hour, today or in the last seven days."
            columns={[
              { heading: 'Outcome', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
              { heading: 'Now', number: true, cell: ({ now }) => now },
              { heading: 'Usual', number: true, cell: ({ usual }) => usual },
            ]}
          />
          <p className="hint">
            Usual is the mean of the same hour of the last seven days.{' '}
            <Link
              to="/t/$tenant/logins"
              params={{ tenant }}
              search={{ eid: eid.split(':')[0] ?? eid }}
            >
              Its logins
            </Link>
          </p>
        </div>
      )}
    </section>
  );
}

interface CircuitProps {
  readonly circuit: keyof typeof CIRCUITS | null;
  readonly lastAnswerAt: string | null;
}

function Circuit({ circuit, lastAnswerAt }: CircuitProps) {
  if (circuit === null)
    return <p className="hint">No login needed it since the service started.</p>;
  const { tone, words } = CIRCUITS[circuit];
  return (
    <p>
      <span className={`badge ${tone}`}>circuit {circuit}</span> {words}{' '}
      {lastAnswerAt !== null && (
        <>
          Last answer: <Moment at={lastAnswerAt} />.
        </>
      )}
    </p>
  );
}
