import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { ProblemNote } from '../components/problem-note.tsx';

interface RemoveButtonProps {
  /** What the person types to confirm. */
  readonly name: string;
  readonly remove: () => Promise<unknown>;
  readonly onRemoved: () => void;
  readonly label?: string;
}

/** Removes something after its name was typed. */
export function RemoveButton({ name, remove, onRemoved, label = 'Remove…' }: RemoveButtonProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      setOpen(false);
      onRemoved();
    },
  });
  return (
    <>
      <button type="button" className="button danger small" onClick={() => setOpen(true)}>
        {label}
      </button>
      {open && (
        <Dialog title={`Remove ${name}`} onClose={() => setOpen(false)}>
          <p>It stops working within three seconds. The screen Changes can bring it back.</p>
          <div className="field">
            <label htmlFor="confirm">
              Type <code>{name}</code>
            </label>
            <input
              id="confirm"
              value={typed}
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
            />
          </div>
          <ProblemNote error={removal.error} />
          <div>
            <button
              type="button"
              className="button danger"
              disabled={typed !== name || removal.isPending}
              onClick={() => removal.mutate()}
            >
              Remove
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
