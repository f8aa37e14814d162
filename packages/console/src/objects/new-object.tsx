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
  /** Settings without a field. */
  readonly without?: readonly string[];
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** Adds what is sent, and is in no draft. */
  readonly complete?: (object: Settings) => Settings;
  readonly onCreated: (object: Settings) => void;
  /** The object waits for the approval of a second person. */
  readonly onWaits?: () => void;
  /** Called with the settings that the form stands for, at first and after each change. */
  readonly onEdited?: (object: Settings) => void;
}

/** The form of a new object. */
export function NewObject(props: NewObjectProps) {
  const { kind, tenant, begin, without = [], groups, onCreated, onWaits, onEdited } = props;
  const { complete = (object: Settings) => object } = props;
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
          fields={fields.filter(({ name }) => ![...without, 'branding'].includes(name))}
          {...(groups && { groups })}
          {...(onEdited && { onEdited })}
          stored={stored}
          saveLabel="Create"
          requests={{
            plan: (settings) => planNewObject(kind, tenant, complete(settings)),
            save: (settings, { reason }) => {
              created.current = complete(settings);
              return createObject(kind, tenant, created.current, reason);
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
