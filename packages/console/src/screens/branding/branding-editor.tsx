import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { brandingIn } from '../../api/branding.ts';
import type { Versioned } from '../../api/client.ts';
import type { Settings } from '../../api/shapes.ts';
import { type FieldKind, type FormField, fieldsBelow } from '../../forms/form-fields.ts';
import { formFieldsQuery } from '../../forms/form-fields-query.ts';
import { type FormRequests, ObjectForm } from '../../forms/object-form.tsx';
import { PreviewCard, type PreviewOf } from './preview-card.tsx';

/** The settings that have a better input than their schema says. */
const KINDS: Readonly<Record<string, FieldKind>> = {
  displayName: 'texts',
  logo: 'picture',
  darkLogo: 'picture',
  color: 'colour',
};

/** The file names a path; here a file is chosen. */
const IN_THE_FILE = ', as { base64File: path } or base64';
/** For the tenant alone: elsewhere a missing setting is that of the wider scope. */
const MISSING = / Missing: [^.]*\.$/;

interface BrandingEditorProps {
  readonly of: PreviewOf;
  /** Names the draft. */
  readonly name: string;
  /** An object with the member `branding`. Its other settings are kept. */
  readonly stored: Versioned<Settings>;
  readonly requests: FormRequests;
  readonly isReadOnly: boolean;
  readonly onSaved: () => void;
}

/** The branding of a tenant, a domain or an application: its form, and the login pages as it is typed. */
export function BrandingEditor(props: BrandingEditorProps) {
  const { of, name, stored, requests, isReadOnly, onSaved } = props;
  const [edited, setEdited] = useState<Settings>();
  const { data: fields } = useQuery(formFieldsQuery('Branding'));
  if (fields === undefined) return <p className="empty">Loading…</p>;
  return (
    <div className="columns wide-right">
      <section className="card" aria-labelledby="settings">
        <h2 id="settings">Settings</h2>
        <ObjectForm
          key={stored.etag}
          name={name}
          fields={fieldsBelow('branding', fields.map(withInput(of)))}
          stored={stored}
          isReadOnly={isReadOnly}
          onEdited={setEdited}
          requests={{
            ...requests,
            plan: (settings, version) => requests.plan(withoutEmpty(settings), version),
            save: (settings, version) => requests.save(withoutEmpty(settings), version),
          }}
          onSaved={onSaved}
        />
      </section>
      <PreviewCard of={of} branding={brandingIn(edited ?? stored.value)} />
    </div>
  );
}

function withoutEmpty(settings: Settings): Settings {
  const { branding: _, ...others } = settings;
  return Object.keys(brandingIn(settings)).length === 0 ? others : settings;
}

function withInput({ domain, application }: PreviewOf) {
  const isTenant = domain === undefined && application === undefined;
  return (field: FormField): FormField => ({
    ...field,
    kind: KINDS[field.name] ?? field.kind,
    hint: field.hint.replace(IN_THE_FILE, '').replace(isTenant ? '' : MISSING, ''),
  });
}
