import { FieldInput } from '../../forms/field-input.tsx';

/** A parameter of a request that a person may set. */
export interface TryField<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly hint?: string;
  /** Absent: any text. */
  readonly options?: readonly string[];
}

interface TryFieldsProps<Name extends string> {
  readonly fields: readonly TryField<Name>[];
  readonly values: Readonly<Record<Name, string>>;
  readonly onChange: (values: Readonly<Record<Name, string>>) => void;
}

/** The parameters of a request, as fields. */
export function TryFields<Name extends string>(props: TryFieldsProps<Name>) {
  const { fields, values, onChange } = props;
  return fields.map(({ name, label, hint = '', options = [] }) => (
    <FieldInput
      key={name}
      field={{
        name,
        label,
        hint,
        kind: options.length > 0 ? 'choice' : 'text',
        required: false,
        options,
      }}
      value={values[name]}
      faults={[]}
      onChange={(value) => onChange({ ...values, [name]: String(value) })}
    />
  ));
}
