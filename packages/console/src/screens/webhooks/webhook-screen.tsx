import { getRouteApi } from '@tanstack/react-router';
import { WEBHOOKS } from '../../api/objects.ts';
import { isAvailable } from '../../components/screen-list.ts';
import { ObjectScreen } from '../../objects/object-screen.tsx';
import { Deliveries } from './deliveries-card.tsx';

const route = getRouteApi('/t/$tenant/webhooks/$id');
const LIST = { to: '/t/$tenant/webhooks', name: 'Webhooks' } as const;

/** One webhook: its settings and deliveries. */
export function WebhookScreen() {
  const { tenant, id } = route.useParams();
  return (
    <ObjectScreen place={{ kind: WEBHOOKS, tenant, key: id }} list={LIST} without={['id']}>
      {isAvailable('/api/tenants/{tenant}/webhooks/{id}/deliveries') && (
        <Deliveries tenant={tenant} id={id} />
      )}
    </ObjectScreen>
  );
}
