import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { auditQuery, chainQuery } from '../../api/pages.ts';
import type { Settings } from '../../api/shapes.ts';
import type { Column } from '../../components/data-table.tsx';
import { DialogButton } from '../../components/dialog-button.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { Page } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { PlanView } from '../../components/plan-view.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { textIn, textsIn } from '../../objects/settings-values.ts';
import { auditedPlan } from './audited-plan.ts';

const route = getRouteApi('/t/$tenant/audit');

/** What administrators did: who, in which role, what, and why. */
export function AuditScreen() {
  const { tenant } = route.useParams();
  const query = useInfiniteQuery(auditQuery(tenant));
  const chain = useQuery(chainQuery(tenant));
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page
      title="Audit"
      lead="Each act of an administrator, a token or a command. The entries are part of the event chain: none can be altered unnoticed."
      data={query.data && { audit: rows }}
      actions={
        <button
          type="button"
          className="button"
          disabled={chain.isFetching}
          onClick={() => void chain.refetch()}
        >
          {chain.isFetching ? 'Verifying…' : 'Verify the chain'}
        </button>
      }
    >
      <div className="stack">
        <ProblemNote error={chain.error} />
        {chain.data && <Verdict chain={chain.data} />}
        <PagedTable
          query={query}
          caption="Audit"
          columns={COLUMNS}
          rows={rows}
          keyOf={(row) => textIn(row, 'id')}
          empty="Nothing was changed yet."
        />
      </div>
    </Page>
  );
}

function Verdict({ chain }: { readonly chain: Settings }) {
  const faults = textsIn(chain, 'faults');
  return (
    <div className={chain.holds === true ? 'note good' : 'note bad'} role="status">
      <strong>{chain.holds === true ? 'The chain holds.' : 'The chain is broken.'}</strong> Intact
      entries: {String(chain.intact)}. Not sealed yet: {String(chain.unsealed)}.
      <ul>
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </div>
  );
}

const COLUMNS: readonly Column<Settings>[] = [
  { heading: 'When', cell: ({ at }) => <Fact value={at} /> },
  {
    heading: 'Who',
    cell: ({ who, approvedBy }) =>
      [nameIn(who), nameIn(approvedBy)].filter(Boolean).join(', approved by '),
  },
  { heading: 'As', cell: (row) => textsIn(row, 'roles').join(', ') },
  { heading: 'Act', cell: (row) => textIn(row, 'act') },
  { heading: 'Object', cell: (row) => textIn(row, 'object') },
  {
    heading: 'Outcome',
    cell: ({ outcome, isGenuine }) => (
      <>
        {String(outcome)}
        {isGenuine === false && <span className="badge bad">altered in the database</span>}
      </>
    ),
  },
  { heading: 'Why', cell: (row) => textIn(row, 'reason') },
  { heading: 'Changed', cell: (row) => <Changed entry={row} /> },
];

/** The values before and after, without secrets. */
function Changed({ entry }: { readonly entry: Settings }) {
  const { before, after } = entry;
  if (before === undefined && after === undefined) return null;
  const plan = auditedPlan(entry);
  const act = `${textIn(entry, 'act')}, ${textIn(entry, 'object')}`;
  return (
    <DialogButton label="Show" title={act} name={`What was changed: ${act}`}>
      {plan ? (
        <PlanView plan={plan} isDone={entry.outcome === 'done'} />
      ) : (
        <>
          {before !== undefined && <Values heading="Before" values={before} />}
          {after !== undefined && <Values heading="After" values={after} />}
        </>
      )}
    </DialogButton>
  );
}

function Values({ heading, values }: { readonly heading: string; readonly values: unknown }) {
  return (
    <section>
      <h3>{heading}</h3>
      <Facts data={{ ...Object(values) }} />
    </section>
  );
}

function nameIn(who: unknown): string {
  const { name } = Object(who) as { readonly name?: unknown };
  return typeof name === 'string' ? name : '';
}
