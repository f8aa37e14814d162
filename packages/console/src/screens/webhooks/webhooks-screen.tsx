import { getRouteApi, Link } from '@tanstack/react-router';
import { WEBHOOKS } from '../../api/objects.ts';
import type { Settings } from '../../api/shapes.ts';
import type { Column } from '../../components/data-table.tsx';
import { NewObjectButton } from '../../objects/new-object-button.tsx';
import { ObjectList } from '../../objects/object-list.tsx';
import { textIn } from '../../objects/settings-values.ts';

const route = getRouteApi('/t/$tenant/webhooks');

/** The webhooks of a tenant. */
export function WebhooksScreen() {
  const { tenant } = route.useParams();
  return (
    <ObjectList
      kind={WEBHOOKS}
      tenant={tenant}
      title="Webhooks"
      lead="URLs that receive each event, signed."
      list="webhooks"
      columns={columnsOf(tenant)}
      keyOf={(webhook) => textIn(webhook, 'id')}
      empty="No webhook yet."
      actions={<NewObjectButton kind={WEBHOOKS} tenant={tenant} label="New webhook" begin={{}} />}
    />
  );
}

function columnsOf(tenant: string): readonly Column<Settings>[] {
  return [
    {
      heading: 'Webhook',
      cell: (webhook) => (
        <Link to="/t/$tenant/webhooks/$id" params={{ tenant, id: textIn(webhook, 'id') }}>
          {textIn(webhook, 'id')}
        </Link>
      ),
    },
    { heading: 'URL', cell: (webhook) => textIn(webhook, 'url') },
  ];
}
