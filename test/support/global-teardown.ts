declare global {
  // jest loads setup and teardown separately in one process: they share globalThis only.
  var eidBrokerTestReleases: (() => Promise<void>)[] | undefined;
}

/** Registers an undo for after all tests; the last one registered runs first. */
export function keepForTeardown(release: () => Promise<void>): void {
  globalThis.eidBrokerTestReleases ??= [];
  globalThis.eidBrokerTestReleases.unshift(release);
}

/** After all tests: drops the template and ends the embedded server. */
// biome-ignore lint/style/noDefaultExport: jest requires it.
export default async function globalTeardown(): Promise<void> {
  for (const release of globalThis.eidBrokerTestReleases ?? []) await release();
}
