import { identityArguments } from './server-identity.ts';

/** The server's command line: these settings override those of the data folder. */
export function serverArguments(wanted: {
  readonly directory: string;
  readonly ownerPid: number;
  readonly port: number;
  readonly durable: boolean;
  readonly settings?: Readonly<Record<string, string>>;
}): readonly string[] {
  const durability = wanted.durable ? {} : FAST_SETTINGS;
  const settings = { ...SETTINGS, ...durability, ...wanted.settings, port: wanted.port };
  return [
    ...identityArguments(wanted.directory, wanted.ownerPid),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // A socket's path may have no more than 107 bytes, which a data folder easily exceeds.
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '32MB',
  // No replica listens: less to write, fewer processes.
  wal_level: 'minimal',
  max_wal_senders: 0,
  io_method: 'sync',
  // The log goes to stderr, which shows when the server is ready or why it is not.
  log_destination: 'stderr',
  logging_collector: 'off',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** For data that a power loss may destroy. */
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};
