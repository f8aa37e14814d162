import { useLayoutEffect, useRef } from 'react';
import type { Plan } from '../api/shapes.ts';
import { certificateWords } from './certificate-words.ts';
import { focusOn } from './keep-focus.ts';

const TONES = { create: 'good', change: 'info', remove: 'bad' } as const;

interface PlanViewProps {
  readonly plan: Plan;
  /** It is the answer to what the person just did: the focus moves to it. */
  readonly isAnswer?: boolean;
  /** It was carried out. */
  readonly isDone?: boolean;
}

/** The changes that a request would make, or made. */
export function PlanView({ plan, isAnswer = false, isDone = false }: PlanViewProps) {
  const { changes, totals, locksOut = [] } = plan;
  const shown = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (isAnswer && shown.current !== null) focusOn(shown.current);
  }, [isAnswer]);
  return (
    <section className="note" aria-label="Plan" ref={shown}>
      {changes.length === 0 && <p>Nothing changes.</p>}
      {changes.length > 0 && (
        <strong>
          {isDone
            ? `${totals.create} created, ${totals.change} changed, ${totals.remove} removed`
            : `${totals.create} to create, ${totals.change} to change, ${totals.remove} to remove`}
        </strong>
      )}
      <div className="stack">
        {changes.map(({ action, what, id, settings }) => (
          <div key={`${what} ${id}`}>
            <span className={`badge ${TONES[action]}`}>{action}</span> {what} <code>{id}</code>
            <ul>
              {settings.map(({ name, before, after }) => (
                <li key={name}>
                  {name}: <del>{written(before)}</del> → <ins>{writtenAfter(before, after)}</ins>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {locksOut.length > 0 && (
        <ul>
          {locksOut.map(({ application, reason }) => (
            <li key={application}>
              <span className="badge bad">locks out</span> <code>{application}</code> {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A plan lists what differs alone: secrets, and certificates of one subject and end, can read alike. */
function writtenAfter(before: unknown, after: unknown): string {
  const words = written(after);
  return words === written(before) ? `${words} (another one)` : words;
}

function written(value: unknown): string {
  if (value === undefined || value === null) return '(absent)';
  if (typeof value !== 'string') return shortened(JSON.stringify(value));
  return certificateWords(value) ?? shortened(value);
}

const LONGEST = 400;

/** A picture in base64 is no text to read. */
function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  if (/^[\w+/]+=*$/.test(text)) return `(${Math.ceil((text.length * 3) / 4 / 1024)} kB in base64)`;
  return `${text.slice(0, LONGEST / 4)}… (${text.length} characters)`;
}
