import type { WriteAnswer, Written } from '../api/write.ts';
import { ActButton } from './act-button.tsx';

interface RemoveButtonProps {
  /** What the person types to confirm. */
  readonly name: string;
  readonly remove: (reason: string, allowLockOut: boolean) => Promise<Written | WriteAnswer>;
  readonly onRemoved: () => void;
  readonly label?: string;
  /** What removing it means. */
  readonly words?: string;
}

/** Removes something after its name was typed. */
export function RemoveButton({
  name,
  remove,
  onRemoved,
  label = 'Remove…',
  words = 'It stops working within three seconds. The screen Changes can bring it back.',
}: RemoveButtonProps) {
  return (
    <ActButton
      label={label}
      title={`Remove ${name}`}
      verb="Remove"
      confirm={name}
      isDangerous
      isSmall
      act={remove}
      onDone={onRemoved}
      notice={{ title: `Removed: ${name}` }}
    >
      <p>{words}</p>
    </ActButton>
  );
}
