import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  applicationQuery,
  planApplication,
  readApplication,
  saveApplication,
} from '../../api/applications.ts';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { formFieldsQuery } from '../../forms/form-fields-query.ts';
import { ObjectForm } from '../../forms/object-form.tsx';
import { APPLICATION_GROUPS, textIn } from './application-facts.ts';
import { Snippets } from './snippets-card.tsx';

const route = getRouteApi('/t/$tenant/applications/$clientId');

/** One application: its settings, and what a developer pastes to use it. */
export function ApplicationScreen() {
  const { tenant, clientId } = route.useParams();
  const queryClient = useQueryClient();
  const { data: stored, error } = useQuery(applicationQuery(tenant, clientId));
  const { data: fields } = useQuery(formFieldsQuery('Application'));
  const place = { tenant, clientId };
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
        <Link
          className="button"
          to="/t/$tenant/logins"
          params={{ tenant }}
          search={{ application: clientId }}
        >
          Its logins
        </Link>
      }
    >
      <ProblemNote error={error} />
      <div className="columns">
        <section className="card" aria-labelledby="settings">
          <h2 id="settings">Settings</h2>
          {stored && fields && (
            <ObjectForm
              // A new version is a new form; a kept draft stays.
              key={stored.etag}
              name={`${tenant}/applications/${clientId}`}
              fields={fields}
              groups={APPLICATION_GROUPS}
              stored={stored}
              requests={{
                plan: (settings, etag) => planApplication(place, settings, etag),
                save: (settings, etag) => saveApplication(place, settings, etag),
                reload: () => readApplication(tenant, clientId),
              }}
              onSaved={() =>
                void queryClient.invalidateQueries({ queryKey: ['applications', tenant] })
              }
            />
          )}
        </section>
        {stored && <Snippets tenant={tenant} application={stored.value} />}
      </div>
    </Page>
  );
}
