import type { ReactNode } from 'react';
import type { Settings } from '../api/shapes.ts';
import { labelOf } from '../forms/form-fields.ts';
import { type Column, DataTable } from './data-table.tsx';
import { Fact } from './facts.tsx';

interface FactsTableProps {
  readonly caption: string;
  readonly rows: readonly Settings[];
  readonly empty: string;
  /** Members that are not shown. */
  readonly without?: readonly string[];
  readonly extra?: readonly Column<Settings>[];
  readonly keyOf?: (row: Settings) => string;
}

/** Rows with a column for each of their members, in the order in which the API names them. */
export function FactsTable({
  caption,
  rows,
  empty,
  without = [],
  extra = [],
  keyOf,
}: FactsTableProps) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (name) => !without.includes(name),
  );
  const columns = names.map((name) => ({
    heading: labelOf(name),
    number: rows.every((row) => typeof row[name] === 'number'),
    cell: (row: Settings): ReactNode => <Fact value={row[name]} />,
  }));
  return (
    <DataTable
      caption={caption}
      columns={[...columns, ...extra]}
      rows={rows}
      keyOf={keyOf ?? ((row) => JSON.stringify(row))}
      empty={empty}
    />
  );
}
