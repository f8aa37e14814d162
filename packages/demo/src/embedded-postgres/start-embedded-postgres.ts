import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { ensureCluster } from './ensure-cluster.ts';
import { findFreePort } from './find-free-port.ts';
import { findPrograms } from './find-programs.ts';
import { isPortInUse, launchServer, type ServerPlan } from './launch-server.ts';
import { makeFolder } from './make-folder.ts';
import { stopLeftoverServer } from './stop-leftover-server.ts';

export interface EmbeddedPostgresOptions {
  /** The data folder; created on first use, for this server only. */
  readonly directory: string;
  /** TCP port on 127.0.0.1; absent or 0 picks a free one. */
  readonly port?: number;
  /** False trades safety against power loss for speed: for temporary data only. */
  readonly durable?: boolean;
  /** More settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Receives each line of the server's log. */
  readonly log?: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** The `postgres://` URL, with password, of a role that owns the database and may create others. */
  readonly url: string;
  /** Stops the server; resolves when its process has ended. Repeated calls share one shutdown. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server on the data folder, after stopping one that a killed process left there. Rejects with a
 * plain Error of one line with the remedy.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const directory = await canonicalPath(options.directory);
  const programs = await findPrograms(directory);
  const { password } = await ensureCluster({ directory, ...programs });
  await stopLeftoverServer(directory);

  const { durable = true, settings = {}, log = () => undefined } = options;
  const plan = {
    program: programs.binaries.postgres,
    commandAs: programs.commandAs,
    directory,
    durable,
    settings,
    log,
  };
  const { port, stop } = await launchOnPort(plan, options.port ?? 0);
  return { url: `postgres://eid_broker:${password}@127.0.0.1:${port}/eid_broker`, stop };
}

/** Symbolic links resolved, so that a leftover server is recognised by its path. */
async function canonicalPath(directory: string): Promise<string> {
  const path = resolve(directory);
  const parent = dirname(path);
  try {
    await makeFolder(parent);
    return join(await realpath(parent), basename(path));
  } catch (cause) {
    const { message } = cause as NodeJS.ErrnoException;
    throw new Error(`cannot create the database folder ${path}: ${message}`, { cause });
  }
}

async function launchOnPort(plan: Omit<ServerPlan, 'port'>, wanted: number) {
  for (let authentication = 1; ; authentication += 1) {
    const port = wanted === 0 ? await findFreePort() : wanted;
    try {
      return { port, stop: await launchServer({ ...plan, port }) };
    } catch (error) {
      // Another process may take the free port before the server does.
      if (wanted !== 0 || authentication === 5 || !isPortInUse(error)) throw error;
    }
  }
}
