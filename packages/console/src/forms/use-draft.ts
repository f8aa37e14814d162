import { useCallback, useState } from 'react';

/** A value that survives a reload and a login in between: the session storage keeps it until it is saved or dropped. */
export function useDraft<Value>(
  key: string,
  initial: Value,
): {
  readonly value: Value;
  readonly isKept: boolean;
  readonly set: (value: Value) => void;
  readonly drop: () => void;
} {
  const name = `draft:${key}`;
  const [kept, setKept] = useState<Value | undefined>(() => readDraft<Value>(name));
  const set = useCallback(
    (value: Value) => {
      setKept(() => value);
      keepDraft(name, value);
    },
    [name],
  );
  const drop = useCallback(() => {
    setKept(undefined);
    sessionStorage.removeItem(name);
  }, [name]);
  return { value: kept ?? initial, isKept: kept !== undefined, set, drop };
}

/** A draft that the storage has no room for is not kept, nor the one before it, which would return in its place. */
function keepDraft(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    sessionStorage.removeItem(name);
  }
}

/** What the storage keeps. An unreadable draft is none. */
function readDraft<Value>(name: string): Value | undefined {
  try {
    const text = sessionStorage.getItem(name);
    return text === null ? undefined : (JSON.parse(text) as Value);
  } catch {
    return undefined;
  }
}
