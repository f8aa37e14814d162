import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { brandingQuery, planBranding, readBranding, saveBranding } from '../../api/branding.ts';
import { useMay } from '../../api/session.ts';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { BrandingEditor } from './branding-editor.tsx';

const route = getRouteApi('/t/$tenant/branding');

/** The looks of the login pages of a tenant. */
export function BrandingScreen() {
  const { tenant } = route.useParams();
  const queryClient = useQueryClient();
  const may = useMay(tenant);
  const { data: stored, error } = useQuery(brandingQuery(tenant));
  return (
    <Page
      title="Branding"
      lead="Logo, colour, names and links on the login pages. A colour without enough contrast is refused. A domain or an application can have its own, on its screen."
      data={stored?.value}
    >
      <ProblemNote error={error} />
      {stored && (
        <BrandingEditor
          of={{ tenant }}
          name={`branding ${tenant}`}
          stored={stored}
          isReadOnly={!may('branding.write')}
          requests={{
            plan: (settings, version) => planBranding(tenant, settings, version),
            save: (settings, version) => saveBranding(tenant, settings, version),
            reload: () => readBranding(tenant),
          }}
          onSaved={() => void queryClient.invalidateQueries(brandingQuery(tenant))}
        />
      )}
    </Page>
  );
}
