import pg from 'pg';

/** Resolves when a started server accepts a connection; rejects after ten seconds. */
export async function untilServerAccepts(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no server accepts connections at ${new URL(url).host}`);
}
