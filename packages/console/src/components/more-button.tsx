interface MoreButtonProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ query }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <p className="empty">
      <button
        type="button"
        className="button"
        disabled={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        Show more
      </button>
    </p>
  );
}
