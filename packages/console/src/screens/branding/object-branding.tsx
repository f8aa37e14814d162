import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { brandingIn } from '../../api/branding.ts';
import {
  type ObjectPlace,
  objectQuery,
  planObject,
  readObject,
  saveObject,
} from '../../api/objects.ts';
import { useMayChange } from '../../api/session.ts';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { BrandingEditor } from './branding-editor.tsx';
import type { PreviewOf } from './preview-card.tsx';

interface ObjectBrandingProps {
  readonly place: ObjectPlace;
  readonly of: PreviewOf;
  /** What a setting replaces that has a value here. */
  readonly lead: string;
  readonly crumbs: ReactNode;
}

/** The branding of a domain or an application: one of its settings, with a screen of its own. */
export function ObjectBranding({ place, of, lead, crumbs }: ObjectBrandingProps) {
  const { kind, tenant, key } = place;
  const queryClient = useQueryClient();
  const { data: stored, error } = useQuery(objectQuery(place));
  const mayChange = useMayChange(place, stored?.value);
  return (
    <Page
      title={`Branding of ${key}`}
      lead={lead}
      crumbs={crumbs}
      data={stored && { branding: brandingIn(stored.value) }}
    >
      <ProblemNote error={error} />
      {stored && (
        <BrandingEditor
          of={of}
          name={`branding of ${kind.schema} ${tenant}/${key}`}
          stored={stored}
          isReadOnly={!mayChange}
          requests={{
            plan: (settings, version) => planObject(place, settings, version),
            save: (settings, version) => saveObject(place, settings, version),
            reload: () => readObject(place),
          }}
          onSaved={() => void queryClient.invalidateQueries({ queryKey: [kind.all, tenant] })}
        />
      )}
    </Page>
  );
}
