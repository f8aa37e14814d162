import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { brandingQuery, planBranding, readBranding, saveBranding } from '../../api/branding.ts';
import { useMay } from '../../api/session.ts';
import type { Settings } from '../../api/shapes.ts';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import type { FieldKind } from '../../forms/form-fields.ts';
import { formFieldsQuery } from '../../forms/form-fields-query.ts';
import { ObjectForm } from '../../forms/object-form.tsx';
import { PreviewCard } from './preview-card.tsx';

/** The settings that have a better input than their schema says. */
const KINDS: Readonly<Record<string, FieldKind>> = {
  displayName: 'texts',
  logo: 'picture',
  darkLogo: 'picture',
  color: 'colour',
};

/** The file names a path; here a file is chosen. */
const IN_THE_FILE = ', as { base64File: path } or base64';

const route = getRouteApi('/t/$tenant/branding');

/** The looks of the login pages. */
export function BrandingScreen() {
  const { tenant } = route.useParams();
  const queryClient = useQueryClient();
  const may = useMay(tenant);
  const [edited, setEdited] = useState<Settings>();
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
        <div className="columns wide-right">
          <section className="card" aria-labelledby="settings">
            <h2 id="settings">Settings</h2>
            <ObjectForm
              key={stored.etag}
              name={`branding ${tenant}`}
              fields={fields.map((field) => ({
                ...field,
                kind: KINDS[field.name] ?? field.kind,
                hint: field.hint.replace(IN_THE_FILE, ''),
              }))}
              stored={stored}
              isReadOnly={!may('branding.write')}
              onEdited={setEdited}
              requests={{
                plan: (settings, version) => planBranding(tenant, settings, version),
                save: (settings, version) => saveBranding(tenant, settings, version),
                reload: () => readBranding(tenant),
              }}
              onSaved={() => void queryClient.invalidateQueries(brandingQuery(tenant))}
            />
          </section>
          <PreviewCard tenant={tenant} branding={edited ?? stored.value} />
        </div>
      )}
    </Page>
  );
}
