import { useQuery } from '@tanstack/react-query';
import type { Versioned } from '../api/client.ts';
import type { Settings } from '../api/shapes.ts';
import { differences } from './draft.ts';

interface VersionConflictProps {
  readonly mine: Settings;
  readonly reload: () => Promise<Versioned<Settings>>;
  readonly onKeepMine: (etag: string | undefined) => void;
  readonly onTakeTheirs: () => void;
}

/** Somebody else saved meanwhile: both versions, and the choice between them. */
export function VersionConflict({ mine, reload, onKeepMine, onTakeTheirs }: VersionConflictProps) {
  const { data } = useQuery({ queryKey: ['conflict'], queryFn: reload, gcTime: 0, staleTime: 0 });
  if (data === undefined) return <p>Loading the other version…</p>;
  return (
    <div className="note warn" role="alert">
      <strong>Somebody else changed this in the meantime.</strong>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="table-wrap" tabIndex={0} aria-label="Both versions">
        <table>
          <thead>
            <tr>
              <th scope="col">Setting</th>
              <th scope="col">Stored now</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {differences(data.value, mine).map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <code>{written(before)}</code>
                </td>
                <td>
                  <code>{written(after)}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="row">
        <button type="button" className="button" onClick={() => onKeepMine(data.etag)}>
          Save mine over it
        </button>
        <button type="button" className="button" onClick={onTakeTheirs}>
          Take theirs
        </button>
      </div>
    </div>
  );
}

function written(value: unknown): string {
  return value === undefined ? '(absent)' : JSON.stringify(value);
}
