import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { APPLICATIONS, objectQuery } from '../../api/objects.ts';
import { Page } from '../../components/page.tsx';
import { ObjectSettings } from '../../objects/object-settings.tsx';
import { textIn } from '../../objects/settings-values.ts';
import { APPLICATION_GROUPS } from './application-groups.ts';
import { EffectiveCard } from './effective-card.tsx';
import { Secrets } from './secrets-card.tsx';
import { Snippets } from './snippets-card.tsx';

const route = getRouteApi('/t/$tenant/applications/$clientId');

/** One application: its settings and secrets, what a developer pastes to use it, and a login to try. */
export function ApplicationScreen() {
  const { tenant, clientId } = route.useParams();
  const navigate = useNavigate();
  const place = { kind: APPLICATIONS, tenant, key: clientId };
  const { data: stored } = useQuery(objectQuery(place));
  return (
    <Page
      title={(stored && textIn(stored.value, 'name')) || clientId}
      crumbs={
        <>
          <Link to="/t/$tenant/applications" params={{ tenant }}>
            Applications
          </Link>{' '}
          / <code>{clientId}</code>
        </>
      }
      data={stored?.value}
      actions={
        <>
          <Link
            className="button primary"
            to="/t/$tenant/applications/$clientId/try"
            params={{ tenant, clientId }}
          >
            Try it
          </Link>
          <Link
            className="button"
            to="/t/$tenant/logins"
            params={{ tenant }}
            search={{ application: clientId }}
          >
            Its logins
          </Link>
        </>
      }
    >
      <div className="columns">
        <ObjectSettings
          place={place}
          without={['clientId', 'secrets']}
          groups={APPLICATION_GROUPS}
          onRemoved={() => void navigate({ to: '/t/$tenant/applications', params: { tenant } })}
        />
        <div className="stack">
          <Secrets tenant={tenant} clientId={clientId} />
          <EffectiveCard tenant={tenant} clientId={clientId} />
          {stored && <Snippets tenant={tenant} application={stored.value} />}
        </div>
      </div>
    </Page>
  );
}
