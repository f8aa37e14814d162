import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';

interface DialogButtonProps {
  readonly label: string;
  /** Of the dialog. */
  readonly title: string;
  /** For a button in a table: what it shows of which row. */
  readonly name?: string;
  readonly children: ReactNode;
}

/** A button that shows something in a dialog. It is drawn when the dialog opens. */
export function DialogButton({ label, title, name, children }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={name === undefined ? 'button' : 'button small'}
        aria-label={name}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          {children}
        </Dialog>
      )}
    </>
  );
}
