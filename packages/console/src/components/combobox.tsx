import '../styles/combobox.css';
import { type KeyboardEvent, useId, useState } from 'react';

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

/**
 * A list to type in, as the ARIA pattern "editable combobox with list autocomplete" has it: the focus stays in the input.
 * A text that is not in the list can be chosen too: what it names may be gone.
 */
export function Combobox({ label, value, options, onType, onChange }: ComboboxProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const items = itemsFor(typed === value ? '' : typed.trim(), options);
  const isShown = isOpen && items.length > 0;
  const activeId = isShown && items[active] !== undefined ? `${id}-${active}` : undefined;
  return (
    <div className="field combobox">
      <label htmlFor={id}>{label}</label>
      <div className="combobox-input">
        <input
          id={id}
          role="combobox"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => type(target.value)}
          onClick={open}
          onKeyDown={press}
          onBlur={close}
        />
        {value !== '' && (
          <button
            type="button"
            className="combobox-clear"
            aria-label={`Clear ${label}`}
            onClick={() => choose('')}
          >
            ×
          </button>
        )}
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Choices"
        hidden={!isShown}
        className="combobox-list"
        // The focus stays in the input.
        onPointerDown={(event) => event.preventDefault()}
      >
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input.
          <div
            key={item}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={item === value}
            className={index === active ? 'combobox-item active' : 'combobox-item'}
            ref={index === active ? showInList : undefined}
            onClick={() => choose(item)}
          >
            {item}
          </div>
        ))}
      </div>
    </div>
  );

  function open(): void {
    setIsOpen(true);
    setActive(items.indexOf(value));
  }

  /** What was typed and not chosen is no choice; an emptied field is. */
  function close(): void {
    setIsOpen(false);
    if (typed.trim() === '' && value !== '') onChange('');
    else setTyped(value);
  }

  function type(text: string): void {
    setTyped(text);
    setIsOpen(true);
    setActive(0);
    onType?.(text.trim());
  }

  function choose(item: string): void {
    setTyped(item);
    setIsOpen(false);
    if (item !== value) onChange(item);
  }

  function press(event: KeyboardEvent): void {
    const { key } = event;
    const chosen = isShown ? items[active] : undefined;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!isShown) open();
      else setActive(next(active, key === 'ArrowDown' ? 1 : -1, items.length));
    } else if (key === 'Enter' && chosen !== undefined) choose(chosen);
    // An open list is closed before the dialog around it.
    else if (key === 'Escape' && isShown) setIsOpen(false);
    else return;
    event.preventDefault();
  }
}

/** What contains the text, and the text itself. */
function itemsFor(text: string, options: readonly string[]): readonly string[] {
  const found = options.filter((one) => one.toLowerCase().includes(text.toLowerCase()));
  return text === '' || options.includes(text) ? found : [...found, text];
}

/** Round the list. */
function next(index: number, step: 1 | -1, length: number): number {
  if (index < 0) return step === 1 ? 0 : length - 1;
  return (index + step + length) % length;
}

function showInList(item: HTMLElement | null): void {
  item?.scrollIntoView({ block: 'nearest' });
}
