import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { brandingQuery, planBranding, readBranding, saveBranding } from '../../api/branding.ts';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { formFieldsQuery } from '../../forms/form-fields-query.ts';
import { ObjectForm } from '../../forms/object-form.tsx';

const route = getRouteApi('/t/$tenant/branding');

/** The looks of the login pages. */
export function BrandingScreen() {
  const { tenant } = route.useParams();
  const queryClient = useQueryClient();
  const { data: stored, error } = useQuery(brandingQuery(tenant));
  const { data: fields } = useQuery(formFieldsQuery('Branding'));
  return (
    <Page
      title="Branding"
      lead="Logo, colour, names and links on the login pages. A colour without enough contrast is refused."
      data={stored?.value}
    >
      <ProblemNote error={error} />
      {stored && fields && (
        <section className="card" aria-label="Branding">
          <ObjectForm
            key={stored.etag}
            name={`branding ${tenant}`}
            fields={fields}
            stored={stored}
            requests={{
              plan: (settings, etag) => planBranding(tenant, settings, etag),
              save: (settings, etag) => saveBranding(tenant, settings, etag),
              reload: () => readBranding(tenant),
            }}
            onSaved={() => void queryClient.invalidateQueries(brandingQuery(tenant))}
          />
        </section>
      )}
    </Page>
  );
}
