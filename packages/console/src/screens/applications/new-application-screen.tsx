import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { createApplication, planNewApplication } from '../../api/applications.ts';
import type { Settings } from '../../api/shapes.ts';
import { Page } from '../../components/page.tsx';
import { formFieldsQuery } from '../../forms/form-fields-query.ts';
import { ObjectForm } from '../../forms/object-form.tsx';
import { APPLICATION_GROUPS, textIn } from './application-facts.ts';

const route = getRouteApi('/t/$tenant/applications/new');

const EMPTY: Settings = { flows: ['authorization-code'] };

/** A new application. */
export function NewApplicationScreen() {
  const { tenant } = route.useParams();
  const navigate = useNavigate();
  const { data: fields } = useQuery(formFieldsQuery('Application'));
  let created = '';
  return (
    <Page
      title="New application"
      crumbs={
        <Link to="/t/$tenant/applications" params={{ tenant }}>
          Applications
        </Link>
      }
    >
      <div className="card">
        {fields && (
          <ObjectForm
            name={`${tenant}/applications/new`}
            fields={fields}
            groups={APPLICATION_GROUPS}
            stored={{ value: EMPTY, etag: undefined }}
            saveLabel="Create"
            requests={{
              plan: (settings) => planNewApplication(tenant, settings),
              save: (settings) => {
                created = textIn(settings, 'clientId');
                return createApplication(tenant, settings);
              },
              reload: () => Promise.resolve({ value: EMPTY, etag: undefined }),
            }}
            onSaved={() =>
              void navigate({
                to: '/t/$tenant/applications/$clientId',
                params: { tenant, clientId: created },
              })
            }
          />
        )}
      </div>
    </Page>
  );
}
