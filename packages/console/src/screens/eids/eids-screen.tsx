import { getRouteApi, Link } from '@tanstack/react-router';
import { EIDS } from '../../api/objects.ts';
import type { Settings } from '../../api/shapes.ts';
import type { Column } from '../../components/data-table.tsx';
import { ObjectList } from '../../objects/object-list.tsx';
import { textIn } from '../../objects/settings-values.ts';
import { eidKeyOf } from './eid-key-of.ts';
import { NewEidButton } from './new-eid-button.tsx';

const route = getRouteApi('/t/$tenant/eids');

/** The eIDs of a tenant. */
export function EidsScreen() {
  const { tenant } = route.useParams();
  return (
    <ObjectList
      kind={EIDS}
      tenant={tenant}
      title="eIDs"
      lead="What the tenant holds at each eID: addresses, certificates, keys."
      list="eids"
      columns={columnsOf(tenant)}
      keyOf={eidKeyOf}
      empty="No eID yet."
      actions={<NewEidButton tenant={tenant} />}
    />
  );
}

function columnsOf(tenant: string): readonly Column<Settings>[] {
  return [
    {
      heading: 'eID',
      cell: (eid) => (
        <Link to="/t/$tenant/eids/$eid" params={{ tenant, eid: eidKeyOf(eid) }}>
          {textIn(eid, 'eid')}
        </Link>
      ),
    },
    { heading: 'Environment', cell: (eid) => textIn(eid, 'environment') || 'all domains' },
    {
      heading: 'Logins',
      cell: (eid) => (
        <Link to="/t/$tenant/logins" params={{ tenant }} search={{ eid: textIn(eid, 'eid') }}>
          Show
        </Link>
      ),
    },
  ];
}
