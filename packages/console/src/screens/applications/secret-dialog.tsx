import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';

interface SecretDialogProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** A new secret, shown once. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  return (
    <Dialog title="The new secret" onClose={onClose}>
      <p>It is shown this once: only a hash of it is stored.</p>
      <code>{secret}</code>
      <CopyButton text={secret} label="Copy the secret" />
    </Dialog>
  );
}
