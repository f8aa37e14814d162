/** The value, if it resolves in time; otherwise undefined. */
export function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const timeout = new Promise<undefined>((resolve) => {
    setTimeout(resolve, ms, undefined).unref();
  });
  return Promise.race([promise, timeout]);
}
