import { type ReactNode, useEffect } from 'react';
import { AsYaml } from './as-yaml.tsx';

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly crumbs?: ReactNode;
  readonly actions?: ReactNode;
  /** What the screen shows, as data: its YAML is one click away. */
  readonly data?: unknown;
  readonly children: ReactNode;
}

/** A screen: heading, commands, content. */
export function Page({ title, lead, crumbs, actions, data, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} – eid-broker`;
  }, [title]);
  return (
    <>
      {crumbs !== undefined && <p className="crumbs">{crumbs}</p>}
      <div className="page-head">
        <h1>{title}</h1>
        <div className="actions">
          {actions}
          {data !== undefined && <AsYaml title={title} data={data} />}
        </div>
        {lead !== undefined && <p className="lead">{lead}</p>}
      </div>
      {children}
    </>
  );
}
