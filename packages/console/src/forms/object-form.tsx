import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiProblem, faultsAt, faultsElsewhere } from '../api/api-problem.ts';
import type { Versioned } from '../api/client.ts';
import { locksOut } from '../api/lock-out.ts';
import type { Version } from '../api/objects.ts';
import type { Plan, Settings } from '../api/shapes.ts';
import type { Written } from '../api/write.ts';
import { focusFault } from '../components/keep-focus.ts';
import { LockOutChoice } from '../components/lock-out-choice.tsx';
import { notify, WAITS } from '../components/notify.ts';
import { PlanView } from '../components/plan-view.tsx';
import { ProblemNote } from '../components/problem-note.tsx';
import { ReasonField } from '../components/reason-field.tsx';
import { type Draft, draftOf, editedSettings } from './draft.ts';
import { FieldInput } from './field-input.tsx';
import type { FormField } from './form-fields.ts';
import { useDraft } from './use-draft.ts';
import { VersionConflict } from './version-conflict.tsx';

/** The requests of a form. A stale tag fails with status 412. */
export interface FormRequests {
  /** The changes that saving would make. */
  readonly plan: (settings: Settings, version: Version) => Promise<Plan>;
  readonly save: (settings: Settings, version: Version) => Promise<Written>;
  /** Reads the stored version again. */
  readonly reload: () => Promise<Versioned<Settings>>;
}

interface ObjectFormProps {
  /** Names the draft: one for each object. */
  readonly name: string;
  readonly fields: readonly FormField[];
  /** Folded groups of fields; fields in no group are always shown. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  readonly stored: Versioned<Settings>;
  readonly requests: FormRequests;
  readonly onSaved: (written: Written) => void;
  readonly saveLabel?: string;
  /** The role of the person does not allow changes. */
  readonly isReadOnly?: boolean;
  /** Called with the settings that the form stands for, at first and after each change. */
  readonly onEdited?: (settings: Settings) => void;
}

/** A form over an object with the keys of the configuration file. It shows its plan before it saves. */
export function ObjectForm(props: ObjectFormProps) {
  const { name, fields, groups = {}, stored, requests, onSaved, saveLabel = 'Save' } = props;
  const { isReadOnly = false, onEdited } = props;
  const draft = useDraft<Draft>(name, draftOf(stored.value, fields));
  const [reason, setReason] = useState('');
  const [allowLockOut, setAllowLockOut] = useState(false);
  const edited = editedSettings(draft.value, fields, stored.value);
  const settingsText = JSON.stringify(edited.settings);
  useEffect(() => onEdited?.(JSON.parse(settingsText) as Settings), [settingsText, onEdited]);
  const plan = useMutation({
    mutationFn: () => requests.plan(edited.settings, { etag: stored.etag }),
  });
  const save = useMutation({
    mutationFn: (etag: string | undefined) =>
      requests.save(edited.settings, { etag, reason, allowLockOut }),
    onSuccess: (written) => {
      draft.drop();
      plan.reset();
      setReason('');
      setAllowLockOut(false);
      notify(SAVED[written]);
      onSaved(written);
    },
  });
  const error = save.error ?? plan.error;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error !== null) focusFault(form.current);
  }, [error]);
  const faults = [...edited.faults, ...(error instanceof ApiProblem ? error.faults : [])];
  const isStale = error instanceof ApiProblem && error.status === 412;
  const grouped = Object.values(groups).flat();
  const input = (field: FormField): ReactNode => (
    <FieldInput
      key={field.name}
      field={field}
      value={draft.value[field.name] ?? ''}
      faults={faultsAt(faults, field.name)}
      onChange={(value) => {
        const next = { ...draft.value, [field.name]: value };
        draft.set(next);
        plan.reset();
        save.reset();
      }}
    />
  );
  return (
    <form
      ref={form}
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        if (edited.faults.length === 0) plan.mutate();
        else focusFault(form.current);
      }}
    >
      {isReadOnly && <p className="note">Your role allows to read this, not to change it.</p>}
      <fieldset className="fields" disabled={isReadOnly}>
        {fields.filter((field) => !grouped.includes(field.name)).map(input)}
      </fieldset>
      {Object.entries(groups).map(([heading, names]) => {
        const shown = fields.filter((field) => names.includes(field.name));
        if (shown.length === 0) return null;
        return (
          <details key={heading}>
            <summary>{heading}</summary>
            <fieldset className="fields" disabled={isReadOnly}>
              {shown.map(input)}
            </fieldset>
          </details>
        );
      })}
      {isStale ? (
        <VersionConflict
          mine={edited.settings}
          reload={requests.reload}
          onKeepMine={(etag) => save.mutate(etag)}
          onTakeTheirs={() => {
            draft.drop();
            save.reset();
            plan.reset();
            onSaved('done');
          }}
        />
      ) : (
        <ProblemNote
          error={error}
          faults={faultsElsewhere(
            faults,
            fields.map((field) => field.name),
          )}
        />
      )}
      {plan.data && <PlanView plan={plan.data} isAnswer />}
      <LockOutChoice
        plan={plan.data}
        error={error}
        checked={allowLockOut}
        onChange={setAllowLockOut}
      />
      {plan.data && <ReasonField value={reason} onChange={setReason} />}
      {!isReadOnly && (
        <div className="save-bar">
          {plan.data ? (
            <button
              type="button"
              className="button primary"
              disabled={save.isPending || (locksOut(plan.data) && !allowLockOut)}
              onClick={() => save.mutate(stored.etag)}
            >
              Apply
            </button>
          ) : (
            <button type="submit" className="button primary" disabled={plan.isPending}>
              {saveLabel}
            </button>
          )}
          {draft.isKept && (
            <button
              type="button"
              className="button quiet"
              onClick={() => {
                draft.drop();
                plan.reset();
                save.reset();
              }}
            >
              Discard changes
            </button>
          )}
          <span role="status" className="hint">
            {draft.isKept && 'Not saved yet. This tab keeps what you typed.'}
          </span>
        </div>
      )}
    </form>
  );
}

const SAVED = {
  done: { title: 'Saved', words: 'It applies everywhere within three seconds.' },
  waits: WAITS,
} as const;
