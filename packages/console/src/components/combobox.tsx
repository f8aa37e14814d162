import '../styles/combobox.css';
import { Combobox as Base } from '@base-ui/react/combobox';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { useId, useRef, useState } from 'react';

interface ComboboxProps {
  readonly label: string;
  /** The chosen value; empty: none. */
  readonly value: string;
  /** What the typed text finds. */
  readonly options: readonly string[];
  /** Called with what is typed, for lists that the service searches. */
  readonly onType?: (text: string) => void;
  readonly onChange: (value: string) => void;
}

/** A list to type in. A text that is not in the list can be chosen too: what it names may be gone. */
export function Combobox({ label, value, options, onType, onChange }: ComboboxProps) {
  const id = useId();
  // The list is beside its input: a modal dialog covers what is outside of it.
  const place = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(value);
  const text = typed.trim();
  const items = text === '' || options.includes(text) ? options : [...options, text];
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        items={items}
        value={value === '' ? null : value}
        onValueChange={(chosen: string | null) => onChange(chosen ?? '')}
        inputValue={typed}
        onInputValueChange={(next) => {
          setTyped(next);
          onType?.(next.trim());
        }}
        autoHighlight
      >
        <div className="field" ref={place}>
          <label htmlFor={id}>{label}</label>
          <Base.InputGroup className="combobox">
            {/* While the list is open, the library hides the rest of the page, and so the label. */}
            <Base.Input id={id} aria-label={label} spellCheck={false} />
            {value !== '' && (
              <Base.Clear className="combobox-clear" aria-label={`Clear ${label}`}>
                ×
              </Base.Clear>
            )}
          </Base.InputGroup>
        </div>
        <Base.Portal container={place}>
          <Base.Positioner sideOffset={4} positionMethod="fixed" className="combobox-place">
            <Base.Popup className="combobox-popup">
              <Base.List>
                {(item: string) => (
                  <Base.Item key={item} value={item} className="combobox-item">
                    {item}
                  </Base.Item>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
