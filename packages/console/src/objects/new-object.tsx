import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { createObject, type ObjectKind, planNewObject } from '../api/objects.ts';
import type { Settings } from '../api/shapes.ts';
import { formFieldsQuery } from '../forms/form-fields-query.ts';
import { ObjectForm } from '../forms/object-form.tsx';

interface NewObjectProps {
  readonly kind: ObjectKind;
  readonly tenant: string;
  /** The settings to begin with. */
  readonly begin: Settings;
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  readonly onCreated: (object: Settings) => void;
  /** The object waits for the approval of a second person. */
  readonly onWaits?: () => void;
  /** Called with the settings that the form stands for, at first and after each change. */
  readonly onEdited?: (object: Settings) => void;
}

/** The form of a new object. */
export function NewObject(props: NewObjectProps) {
  const { kind, tenant, begin, groups, onCreated, onWaits, onEdited } = props;
  const queryClient = useQueryClient();
  const { data: fields } = useQuery(formFieldsQuery(kind.schema));
  const created = useRef<Settings>({});
  const stored = { value: begin, etag: undefined };
  return (
    <section className="card" aria-label="Settings">
      {fields && (
        <ObjectForm
          name={`new ${kind.schema} ${tenant}`}
          // A branding has a screen of its own, with a preview.
          fields={fields.filter(({ name }) => name !== 'branding')}
          {...(groups && { groups })}
          {...(onEdited && { onEdited })}
          stored={stored}
          saveLabel="Create"
          requests={{
            plan: (settings) => planNewObject(kind, tenant, settings),
            save: (settings, { reason }) => {
              created.current = settings;
              return createObject(kind, tenant, settings, reason);
            },
            reload: () => Promise.resolve(stored),
          }}
          onSaved={(written) => {
            void queryClient.invalidateQueries({ queryKey: [kind.all, tenant] });
            if (written === 'done') onCreated(created.current);
            else onWaits?.();
          }}
        />
      )}
    </section>
  );
}
