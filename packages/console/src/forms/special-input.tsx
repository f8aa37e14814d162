import { useState } from 'react';
import { base64Of } from './base64.ts';
import { pictureFault } from './picture-fault.ts';

interface SpecialInputProps {
  /** Of the element that holds the value: `id`, and what describes it. */
  readonly shared: { readonly id: string };
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A colour: typed as `#rrggbb`, or picked. */
export function ColourInput({ shared, label, value, onChange }: SpecialInputProps) {
  return (
    <div className="row tight">
      <input
        {...shared}
        value={value}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
      <input
        type="color"
        aria-label={`Pick: ${label}`}
        value={/^#[\da-f]{6}$/i.test(value) ? value : '#000000'}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

/** A picture from a file, kept in base64. */
export function PictureInput({ shared, label, value, onChange }: SpecialInputProps) {
  const [fault, setFault] = useState<string>();
  return (
    <div className="row">
      {value !== '' && <img className="picture" src={dataUrlOf(value)} alt={label} />}
      <input
        {...shared}
        type="file"
        accept="image/png,image/svg+xml,.png,.svg"
        onChange={({ target }) => void read(target.files?.[0])}
      />
      {value !== '' && (
        <button type="button" className="button small" onClick={() => onChange('')}>
          Remove the picture
        </button>
      )}
      {fault && (
        <span className="fault" role="alert">
          {fault}
        </span>
      )}
    </div>
  );

  /** A file that is refused leaves the picture before it. */
  async function read(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const found = pictureFault(file);
    setFault(found);
    if (found === undefined) onChange(base64Of(await file.arrayBuffer()));
  }
}

/** The first bytes of every PNG, in base64. */
const PNG = 'iVBORw0KGgo';

function dataUrlOf(base64: string): string {
  return `data:image/${base64.startsWith(PNG) ? 'png' : 'svg+xml'};base64,${base64}`;
}
