declare global {
  // jest loads setup and teardown apart from each other, in one process: only globalThis is shared.
  var eidBrokerTestReleases: (() => Promise<void>)[] | undefined;
}

/** Notes what has to be undone after all tests; the last is undone first. */
export function keepForTeardown(release: () => Promise<void>): void {
  globalThis.eidBrokerTestReleases ??= [];
  globalThis.eidBrokerTestReleases.unshift(release);
}

/** After all tests: drops the template and ends the server, if it is ours. */
// biome-ignore lint/style/noDefaultExport: jest asks for it.
export default async function globalTeardown(): Promise<void> {
  for (const release of globalThis.eidBrokerTestReleases ?? []) await release();
}
