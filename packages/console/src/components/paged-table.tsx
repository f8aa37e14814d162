import { DataTable, type DataTableProps } from './data-table.tsx';
import { ProblemNote } from './problem-note.tsx';

interface PagedTableProps<Row> extends DataTableProps<Row> {
  readonly query: {
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** On the button that loads the next page. */
  readonly moreLabel?: string;
}

/** The rows of a list that comes page by page: while it loads, what went wrong, the table, and more of it. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { query, moreLabel = 'Show more', ...table } = props;
  return (
    <>
      <ProblemNote error={query.error} />
      {query.isPending && <p className="empty">Loading…</p>}
      {!query.isPending && (query.error === null || table.rows.length > 0) && (
        <DataTable {...table} />
      )}
      {query.hasNextPage && (
        <p className="empty">
          <button
            type="button"
            className="button"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {moreLabel}
          </button>
        </p>
      )}
    </>
  );
}
