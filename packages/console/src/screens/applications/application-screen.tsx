import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { APPLICATIONS, objectQuery } from '../../api/objects.ts';
import { ObjectScreen } from '../../objects/object-screen.tsx';
import { APPLICATION_GROUPS } from './application-groups.ts';
import { EffectiveCard } from './effective-card.tsx';
import { Secrets } from './secrets-card.tsx';
import { Snippets } from './snippets-card.tsx';

const route = getRouteApi('/t/$tenant/applications/$clientId');
const LIST = { to: '/t/$tenant/applications', name: 'Applications' } as const;

/** One application: its settings and secrets, what a developer pastes to use it, and a login to try. */
export function ApplicationScreen() {
  const params = route.useParams();
  const { tenant, clientId } = params;
  const place = { kind: APPLICATIONS, tenant, key: clientId };
  const { data: stored } = useQuery(objectQuery(place));
  return (
    <ObjectScreen
      place={place}
      list={LIST}
      without={['clientId', 'secrets', 'branding']}
      groups={APPLICATION_GROUPS}
      actions={
        <>
          <Link
            className="button primary"
            to="/t/$tenant/applications/$clientId/try"
            params={params}
          >
            Try it
          </Link>
          <Link className="button" to="/t/$tenant/applications/$clientId/branding" params={params}>
            Branding
          </Link>
          <Link
            className="button"
            to="/t/$tenant/logins"
            params={params}
            search={{ application: clientId }}
          >
            Its logins
          </Link>
        </>
      }
    >
      <Secrets tenant={tenant} clientId={clientId} />
      <EffectiveCard tenant={tenant} clientId={clientId} />
      {stored && <Snippets tenant={tenant} application={stored.value} />}
    </ObjectScreen>
  );
}
