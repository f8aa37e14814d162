/** The checks of a probe. */
export interface Probed {
  readonly items: readonly {
    readonly check: string;
    /** Null: not tried. */
    readonly ok: boolean | null;
    readonly detail: string;
  }[];
}

const WORDS = { true: 'holds', false: 'fails', null: 'not tried' } as const;
const TONES = { true: 'good', false: 'bad', null: '' } as const;

/** What a probe found, check by check. */
export function Checks({ items }: Probed) {
  return (
    <ul className="checks">
      {items.map(({ check, ok, detail }) => (
        <li key={check}>
          <span className={`badge ${TONES[`${ok}`]}`}>{WORDS[`${ok}`]}</span>{' '}
          <strong>{check}</strong> {detail}
        </li>
      ))}
    </ul>
  );
}
