import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ObjectPlace,
  objectQuery,
  planObject,
  readObject,
  removeObject,
  saveObject,
} from '../api/objects.ts';
import { useMayChange } from '../api/session.ts';
import { ProblemNote } from '../components/problem-note.tsx';
import { formFieldsQuery } from '../forms/form-fields-query.ts';
import { ObjectForm } from '../forms/object-form.tsx';
import { RemoveButton } from '../forms/remove-button.tsx';

interface ObjectSettingsProps {
  readonly place: ObjectPlace;
  /** Settings that the form leaves alone: the key, and those with a card or screen of their own. */
  readonly without: readonly string[];
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** The eID whose own settings are shown in the place of the member `settings`. */
  readonly eid?: string;
  readonly onRemoved: () => void;
}

/** The settings of one stored object: form, plan, save, remove. */
export function ObjectSettings(props: ObjectSettingsProps) {
  const { place, without, groups, onRemoved } = props;
  const { kind, tenant, key } = place;
  const queryClient = useQueryClient();
  const { data: stored, error } = useQuery(objectQuery(place));
  const { data: fields } = useQuery(formFieldsQuery(kind.schema, props.eid));
  const mayChange = useMayChange(place, stored?.value);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: [kind.all, tenant] });
  return (
    <section className="card" aria-labelledby="settings">
      <div className="row spread">
        <h2 id="settings">Settings</h2>
        {stored && mayChange && (
          <RemoveButton
            name={key}
            remove={(reason, allowLockOut) =>
              removeObject(place, { etag: stored.etag, reason, allowLockOut })
            }
            onRemoved={() => {
              onRemoved();
              queryClient.removeQueries({ queryKey: [kind.all, tenant] });
            }}
          />
        )}
      </div>
      <ProblemNote error={error} />
      {stored && fields && (
        <ObjectForm
          // A new version is a new form; a kept draft stays.
          key={stored.etag}
          name={`${kind.schema} ${tenant}/${key}`}
          fields={fields.filter(({ name }) => !without.includes(name))}
          {...(groups && { groups })}
          stored={stored}
          requests={{
            plan: (settings, version) => planObject(place, settings, version),
            save: (settings, version) => saveObject(place, settings, version),
            reload: () => readObject(place),
          }}
          isReadOnly={!mayChange}
          onSaved={refresh}
        />
      )}
    </section>
  );
}
