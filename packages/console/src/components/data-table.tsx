import type { ReactNode } from 'react';

/** A column: its heading, and what a row shows in it. */
export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => ReactNode;
  readonly number?: boolean;
}

/** What a table shows, and what it shows without rows. */
export interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly empty: ReactNode;
}

/** A table that becomes a list on a narrow screen. */
export function DataTable<Row>({ caption, columns, rows, keyOf, empty }: DataTableProps<Row>) {
  if (rows.length === 0) return <div className="card empty">{empty}</div>;
  return (
    <div className="card flush">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="table-wrap folds" tabIndex={0} aria-label={`${caption}: table`}>
        <table>
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ heading, number }) => (
                <th key={heading} scope="col" className={number ? 'number' : undefined}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ heading, cell, number }) => (
                  <td
                    key={heading}
                    data-heading={heading}
                    className={number ? 'number' : undefined}
                  >
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
