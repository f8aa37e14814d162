import { getRouteApi, Link } from '@tanstack/react-router';
import { DOMAINS } from '../../api/objects.ts';
import type { Settings } from '../../api/shapes.ts';
import type { Column } from '../../components/data-table.tsx';
import { NewObjectButton } from '../../objects/new-object-button.tsx';
import { ObjectList } from '../../objects/object-list.tsx';
import { textIn } from '../../objects/settings-values.ts';
import { hostOf } from './host-of.ts';

const route = getRouteApi('/t/$tenant/domains');

/** The domains of a tenant. */
export function DomainsScreen() {
  const { tenant } = route.useParams();
  return (
    <ObjectList
      kind={DOMAINS}
      tenant={tenant}
      title="Domains and keys"
      lead="Each domain is an issuer with signing keys of its own."
      list="domains"
      columns={columnsOf(tenant)}
      keyOf={(domain) => textIn(domain, 'issuer')}
      empty="No domain yet."
      actions={
        <NewObjectButton
          kind={DOMAINS}
          tenant={tenant}
          label="New domain"
          begin={{ environment: 'test' }}
        />
      }
    />
  );
}

function columnsOf(tenant: string): readonly Column<Settings>[] {
  return [
    {
      heading: 'Issuer',
      cell: (domain) => {
        const issuer = textIn(domain, 'issuer');
        return (
          <Link to="/t/$tenant/domains/$host" params={{ tenant, host: hostOf(issuer) }}>
            {issuer}
          </Link>
        );
      },
    },
    {
      heading: 'Environment',
      cell: (domain) => {
        const environment = textIn(domain, 'environment');
        return (
          <span className={`badge ${environment === 'test' ? 'warn' : 'good'}`}>{environment}</span>
        );
      },
    },
  ];
}
