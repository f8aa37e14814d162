import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiProblem, faultsAt, faultsElsewhere } from '../../api/api-problem.ts';
import { focusFault } from '../../components/keep-focus.ts';
import { ProblemNote } from '../../components/problem-note.tsx';
import { FieldInput } from '../../forms/field-input.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { noteChange } from './when-served.ts';

/** A text or a choice of a step. */
export interface StepField<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly hint: string;
  /** Absent: any text. */
  readonly options?: readonly string[];
}

type Values<Name extends string> = Readonly<Record<Name, string>>;

interface StepFormProps<Name extends string> {
  /** Names the draft. */
  readonly name: string;
  readonly fields: readonly StepField<Name>[];
  /** What the fields hold before a person types. */
  readonly begin: Values<Name>;
  /** Fields that follow from what was typed in another. */
  readonly follow?: (values: Values<Name>, changed: Name) => Values<Name>;
  readonly submitLabel: string;
  readonly submit: (values: Values<Name>) => Promise<unknown>;
  readonly onDone?: (values: Values<Name>) => void;
  /** Called with what the fields hold, at first and after each change. */
  readonly onEdited?: (values: Values<Name>) => void;
  readonly children?: ReactNode;
}

/** One step of the way to a first token. What is typed stays in the tab until the step is done. */
export function StepForm<Name extends string>(props: StepFormProps<Name>) {
  const { name, fields, begin, follow, submitLabel, submit, onDone, onEdited, children } = props;
  const queryClient = useQueryClient();
  const draft = useDraft<Values<Name>>(`step ${name}`, begin);
  const done = useMutation({
    mutationFn: submit,
    onSuccess: async (_, values) => {
      noteChange(Date.now());
      await queryClient.invalidateQueries();
      draft.drop();
      onDone?.(values);
    },
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (done.error !== null) focusFault(form.current);
  }, [done.error]);
  const { value } = draft;
  useEffect(() => onEdited?.(value), [value, onEdited]);
  const faults = done.error instanceof ApiProblem ? done.error.faults : [];
  return (
    <form
      ref={form}
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        done.mutate(draft.value);
      }}
    >
      {fields.map(({ name: field, label, hint, options = [] }) => (
        <FieldInput
          key={field}
          field={{
            name: field,
            label,
            hint,
            kind: options.length > 0 ? 'choice' : 'text',
            required: true,
            options,
          }}
          value={draft.value[field]}
          faults={faultsAt(faults, field)}
          onChange={(value) => {
            const values = { ...draft.value, [field]: String(value) };
            draft.set(follow?.(values, field) ?? values);
          }}
        />
      ))}
      {children}
      <ProblemNote
        error={done.error}
        faults={faultsElsewhere(
          faults,
          fields.map((field) => field.name),
        )}
      />
      <div>
        <button type="submit" className="button primary" disabled={done.isPending}>
          {submitLabel}
        </button>
      </div>
    </form>
  );
}
