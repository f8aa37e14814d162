import type { Settings } from '../api/shapes.ts';
import { labelOf } from '../forms/form-fields.ts';
import { Moment } from './moment.tsx';

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** An object's members as a list of facts. */
export function Facts({ data }: { readonly data: Settings }) {
  return (
    <dl className="facts">
      {Object.entries(data).map(([name, value]) => (
        <div key={name} className="claim">
          <dt>{labelOf(name)}</dt>
          <dd>
            <Fact value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A value as an administrator reads it. */
export function Fact({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return MOMENT.test(value) ? <Moment at={value} /> : value;
  if (typeof value === 'number') return value.toLocaleString('en-GB');
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.join(', ');
  }
  return <code>{JSON.stringify(value)}</code>;
}
