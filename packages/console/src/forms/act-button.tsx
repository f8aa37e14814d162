import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { type WriteAnswer, type Written, writtenOf } from '../api/write.ts';
import { Dialog } from '../components/dialog.tsx';
import { LockOutChoice } from '../components/lock-out-choice.tsx';
import { type Notice, notify, WAITS } from '../components/notify.ts';
import { ProblemNote } from '../components/problem-note.tsx';
import { ReasonField } from '../components/reason-field.tsx';

interface ActButtonProps {
  /** On the button that opens the dialog. */
  readonly label: string;
  readonly title: string;
  /** On the button that carries it out. */
  readonly verb: string;
  /** What it does. */
  readonly children: ReactNode;
  /** What the person types to confirm; absent: nothing. */
  readonly confirm?: string;
  readonly isDangerous?: boolean;
  readonly isSmall?: boolean;
  readonly act: (reason: string, allowLockOut: boolean) => Promise<Written | WriteAnswer>;
  /** Called when it is done; not when it waits for approval. */
  readonly onDone: () => void;
  readonly notice: Notice;
}

/** A command that cannot be taken back by another click: what it does, why it is done, then the act. */
export function ActButton(props: ActButtonProps) {
  const { label, title, verb, confirm, isDangerous = false, isSmall = false } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [allowLockOut, setAllowLockOut] = useState(false);
  const running = useMutation({
    mutationFn: async () => {
      const answer = await props.act(reason, allowLockOut);
      return typeof answer === 'string' ? answer : writtenOf(answer);
    },
    onSuccess: (written) => {
      close();
      notify(written === 'done' ? props.notice : WAITS);
      if (written === 'done') props.onDone();
    },
  });
  const tone = isDangerous ? 'danger' : '';
  return (
    <>
      <button
        type="button"
        className={`button ${tone} ${isSmall ? 'small' : ''}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {open && (
        <Dialog title={title} onClose={close}>
          {props.children}
          {confirm !== undefined && (
            <div className="field">
              <label htmlFor={id}>
                Type <code>{confirm}</code>
              </label>
              <input
                id={id}
                value={typed}
                autoComplete="off"
                onChange={({ target }) => setTyped(target.value)}
              />
            </div>
          )}
          <ReasonField value={reason} onChange={setReason} />
          <ProblemNote error={running.error} />
          <LockOutChoice error={running.error} checked={allowLockOut} onChange={setAllowLockOut} />
          <div>
            <button
              type="button"
              className={`button ${tone || 'primary'}`}
              disabled={(confirm !== undefined && typed !== confirm) || running.isPending}
              onClick={() => running.mutate()}
            >
              {verb}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );

  function close(): void {
    setOpen(false);
    setTyped('');
    setReason('');
    setAllowLockOut(false);
    running.reset();
  }
}
