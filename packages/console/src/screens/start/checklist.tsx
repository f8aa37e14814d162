import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CheckItem } from './start-items.ts';

interface ChecklistProps {
  readonly tenant: string;
  readonly title: string;
  readonly items: readonly CheckItem[];
  /** What does the first open item here, by its title. */
  readonly forms?: Readonly<Record<string, ReactNode>>;
}

/** A list whose items are done or open. */
export function Checklist({ tenant, title, items, forms = {} }: ChecklistProps) {
  const next = items.find(({ done }) => !done);
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      <ol className="checklist">
        {items.map((item) => (
          <li key={item.title}>
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
