import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { expiryQuery } from '../../api/pages.ts';
import type { Settings } from '../../api/shapes.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { textIn } from '../../objects/settings-values.ts';
import { replacedAt } from './replaced-at.ts';
import { daysUntil, urgencyOf } from './urgency.ts';

const route = getRouteApi('/t/$tenant/expiry');

/** One calendar of everything that expires: certificates, secrets, keys. */
export function ExpiryScreen() {
  const { tenant } = route.useParams();
  const { data, error, isPending, dataUpdatedAt } = useQuery(expiryQuery(tenant));
  const rows = (data ?? []).toSorted((one, other) =>
    textIn(one, 'expiresAt') < textIn(other, 'expiresAt') ? -1 : 1,
  );
  return (
    <Page
      title="Certificates and secrets"
      lead="Everything that expires, soonest first. Alarms go out 30, 14, 7, 1 and 0 days before."
      data={data && { expiry: rows }}
    >
      <ProblemNote error={error} />
      {isPending ? (
        <p className="empty">Loading…</p>
      ) : (
        <DataTable
          caption="What expires"
          rows={rows}
          keyOf={(row) => JSON.stringify(row)}
          empty="Nothing expires."
          columns={[
            { heading: 'Expires', cell: expires },
            {
              heading: 'In',
              cell: (row) => <Urgency row={row} now={dataUpdatedAt} />,
            },
            { heading: 'What', cell: (row) => textIn(row, 'what') || textIn(row, 'kind') },
            { heading: 'Of', cell: (row) => <Owner tenant={tenant} row={row} /> },
            { heading: 'Last used', cell: ({ lastUsedAt }) => lastUsed(lastUsedAt) },
          ]}
        />
      )}
    </Page>
  );
}

function expires(row: Settings) {
  return <Moment at={textIn(row, 'expiresAt')} show="day" />;
}

/** Known of client secrets and API tokens. */
function lastUsed(at: unknown) {
  return typeof at === 'string' ? <Moment at={at} /> : '';
}

/** The name of what has it, which leads to where it is replaced. */
function Owner({ tenant, row }: { readonly tenant: string; readonly row: Settings }) {
  const name = textIn(row, 'id');
  const place = replacedAt(row);
  switch (place?.screen) {
    case 'eids':
      return (
        <Link to="/t/$tenant/eids/$eid" params={{ tenant, eid: place.key }}>
          {name}
        </Link>
      );
    case 'applications':
      return (
        <Link to="/t/$tenant/applications/$clientId" params={{ tenant, clientId: place.key }}>
          {name}
        </Link>
      );
    case 'domains':
      return (
        <Link to="/t/$tenant/domains/$host" params={{ tenant, host: place.key }}>
          {name}
        </Link>
      );
    case 'people':
      return (
        <Link to="/t/$tenant/people" params={{ tenant }}>
          {name}
        </Link>
      );
    case undefined:
      return name;
  }
}

function Urgency({ row, now }: { readonly row: Settings; readonly now: number }) {
  const days = daysUntil(textIn(row, 'expiresAt'), now);
  const words = days < 0 ? 'expired' : `${days} days`;
  return <span className={`badge ${urgencyOf(days)}`}>{words}</span>;
}
