const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

interface MomentProps {
  /** An ISO 8601 moment. */
  readonly at: string;
  readonly show?: 'both' | 'day' | 'time';
}

/** A moment in the reader's time zone; its title is the exact one. */
export function Moment({ at, show = 'both' }: MomentProps) {
  const date = new Date(at);
  const words = { both: `${DAY.format(date)}, ${TIME.format(date)}`, day: DAY.format(date) };
  return (
    <time className="when" dateTime={at} title={at}>
      {show === 'time' ? TIME.format(date) : words[show]}
    </time>
  );
}
