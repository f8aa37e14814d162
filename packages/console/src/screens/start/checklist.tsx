import { Link } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { focusOn } from '../../components/keep-focus.ts';
import type { CheckItem } from './start-items.ts';

interface ChecklistProps {
  readonly tenant: string;
  readonly title: string;
  readonly items: readonly CheckItem[];
  /** What does the first open item here, by its title. */
  readonly forms?: Readonly<Record<string, ReactNode>>;
}

/** What is typed in or chosen, or else the button of a step. */
const USED = ':is(input, select, textarea, button, a)';

/** A list whose items are done or open. */
export function Checklist({ tenant, title, items, forms = {} }: ChecklistProps) {
  const next = items.find(({ done }) => !done);
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(next?.title);
  // A step is done: the focus moves on to the next one, unless the person has moved it elsewhere.
  useLayoutEffect(() => {
    if (shown.current === next?.title) return;
    shown.current = next?.title;
    const focused = document.activeElement;
    const isElsewhere = focused !== document.body && !list.current?.contains(focused);
    const step = list.current?.querySelector<HTMLElement>(`[aria-current] ${USED}`);
    if (step && !isElsewhere) focusOn(step);
  }, [next?.title]);
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      <ol className="checklist" ref={list}>
        {items.map((item) => (
          <li
            key={item.title}
            aria-current={item === next && forms[item.title] ? 'step' : undefined}
          >
            <span className={`badge ${item.done ? 'good' : 'warn'}`}>
              {item.done ? 'done' : 'open'}
            </span>
            <div>
              <strong>{item.title}</strong>
              <p className="hint">{item.words}</p>
              {item === next && forms[item.title]}
            </div>
            {(item !== next || forms[item.title] === undefined) && (
              <Link
                className={item === next ? 'button primary small' : 'button small'}
                to={item.to}
                params={{ tenant }}
                aria-label={`Open: ${item.title}`}
              >
                Open
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
