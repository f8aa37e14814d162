import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ObjectKind, objectsQuery } from '../api/objects.ts';
import type { Settings } from '../api/shapes.ts';
import type { Column } from '../components/data-table.tsx';
import { Page } from '../components/page.tsx';
import { PagedTable } from '../components/paged-table.tsx';

interface ObjectListProps {
  readonly kind: ObjectKind;
  readonly tenant: string;
  readonly title: string;
  readonly lead: string;
  /** The list's name in the configuration file. */
  readonly list: string;
  readonly columns: readonly Column<Settings>[];
  readonly keyOf: (object: Settings) => string;
  readonly empty: string;
  readonly actions?: ReactNode;
}

/** The objects of one kind, as a table. */
export function ObjectList(props: ObjectListProps) {
  const { kind, tenant, title, lead, list, columns, keyOf, empty, actions } = props;
  const query = useInfiniteQuery(objectsQuery(kind, tenant));
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page title={title} lead={lead} actions={actions} data={query.data && { [list]: rows }}>
      <PagedTable
        query={query}
        caption={title}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        empty={empty}
      />
    </Page>
  );
}
