import { useId } from 'react';
import type { Fault } from '../api/api-problem.ts';
import type { DraftValue } from './draft.ts';
import type { FormField } from './form-fields.ts';
import { ColourInput, PictureInput } from './special-input.tsx';

interface FieldInputProps {
  readonly field: FormField;
  readonly value: DraftValue;
  readonly faults: readonly Fault[];
  readonly onChange: (value: DraftValue) => void;
}

/** One setting: its label, its input, what it means, and what is wrong with it. */
export function FieldInput(props: FieldInputProps) {
  const { field, faults } = props;
  const id = useId();
  const described = [field.hint && `${id}-hint`, faults.length > 0 && `${id}-fault`];
  const shared = {
    id,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-invalid': faults.length > 0,
    'aria-required': field.required,
  };
  const notes = (
    <>
      {field.hint && (
        <span className="hint" id={`${id}-hint`}>
          {field.hint}
        </span>
      )}
      {faults.length > 0 && (
        <span className="fault" id={`${id}-fault`}>
          {faults.map(({ path, message }) => `${path} ${message}`).join('; ')}
        </span>
      )}
    </>
  );
  if (field.kind === 'choices') return <Choices {...props} notes={notes} />;
  if (field.kind === 'switch') {
    return (
      <div className="check">
        <input
          type="checkbox"
          {...shared}
          checked={props.value === true}
          onChange={({ target }) => props.onChange(target.checked)}
        />
        <label htmlFor={id}>{field.label}</label>
        {notes}
      </div>
    );
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {field.label}
        {field.required && <span className="hint"> (required)</span>}
      </label>
      <Input {...props} shared={shared} />
      {notes}
    </div>
  );
}

function Input({
  field,
  value,
  onChange,
  shared,
}: FieldInputProps & { readonly shared: { readonly id: string } }) {
  const text = typeof value === 'string' ? value : '';
  const common = { ...shared, value: text, spellCheck: false };
  switch (field.kind) {
    case 'choice':
      return (
        <select {...shared} value={text} onChange={({ target }) => onChange(target.value)}>
          <option value="">{unchosen(field)}</option>
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      );
    case 'secret':
      return (
        <textarea
          {...common}
          className="mono"
          rows={2}
          autoComplete="off"
          placeholder="stored, if there is one; type to replace it"
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'colour':
      return <ColourInput shared={shared} label={field.label} value={text} onChange={onChange} />;
    case 'picture':
      return <PictureInput shared={shared} label={field.label} value={text} onChange={onChange} />;
    case 'lines':
    case 'texts':
    case 'pem':
    case 'data':
      return (
        <textarea
          {...common}
          className={['data', 'pem'].includes(field.kind) ? 'mono' : undefined}
          rows={Math.min(16, Math.max(2, text.split('\n').length + 1))}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    default:
      return (
        <input
          {...common}
          type="text"
          inputMode={field.kind === 'number' ? 'numeric' : undefined}
          autoComplete="off"
          placeholder={field.byDefault === undefined ? undefined : String(field.byDefault)}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}

function unchosen({ byDefault }: FormField): string {
  return byDefault === undefined ? 'not set' : `default: ${String(byDefault)}`;
}

function Choices({
  field,
  value,
  onChange,
  notes,
}: FieldInputProps & { readonly notes: React.ReactNode }) {
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  return (
    <fieldset className="field">
      <legend>{field.label}</legend>
      <div className="row">
        {field.options.map((option) => (
          <label key={option} className="row">
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={({ target }) => onChange(changed(option, target.checked))}
            />
            {option}
          </label>
        ))}
      </div>
      {notes}
    </fieldset>
  );

  function changed(option: string, isChosen: boolean): readonly string[] {
    return field.options.filter((one) => (one === option ? isChosen : chosen.includes(one)));
  }
}
