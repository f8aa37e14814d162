import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { objectQuery, WEBHOOKS } from '../../api/objects.ts';
import { Page } from '../../components/page.tsx';
import { isAvailable } from '../../components/screen-list.ts';
import { ObjectSettings } from '../../objects/object-settings.tsx';
import { Deliveries } from './deliveries-card.tsx';

const route = getRouteApi('/t/$tenant/webhooks/$id');

/** One webhook: its settings and deliveries. */
export function WebhookScreen() {
  const { tenant, id } = route.useParams();
  const navigate = useNavigate();
  const place = { kind: WEBHOOKS, tenant, key: id };
  const { data: stored } = useQuery(objectQuery(place));
  return (
    <Page
      title={id}
      crumbs={
        <Link to="/t/$tenant/webhooks" params={{ tenant }}>
          Webhooks
        </Link>
      }
      data={stored?.value}
    >
      <div className="columns">
        <ObjectSettings
          place={place}
          without={['id']}
          onRemoved={() => void navigate({ to: '/t/$tenant/webhooks', params: { tenant } })}
        />
        {isAvailable('/api/tenants/{tenant}/webhooks/{id}/deliveries') && (
          <Deliveries tenant={tenant} id={id} />
        )}
      </div>
    </Page>
  );
}
