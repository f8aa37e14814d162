import { spawn } from 'node:child_process';

/**
 * Waits for its input to end, which happens when our process dies in whatever way; then stops the
 * server, as long as the pid file says that the number is still the server's.
 */
const SCRIPT = `
folder=$1 server=$2
serving() { IFS= read -r first <"$folder/postmaster.pid" && [ "$first" = "$server" ]; }
gone() { ! serving; }
wait_until() { tries=0; until "$1" || [ $tries -ge 30 ]; do sleep 0.1; tries=$((tries + 1)); done; }
read -r _
wait_until serving
serving && kill -INT "$server"
wait_until gone
serving && kill -QUIT "$server"
`;

/** Ties the server's life to ours, even under kill -9. Returns how to let go once it has ended. */
export function holdLifeline(directory: string, serverPid: number): () => void {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'lifeline', directory, String(serverPid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell there is no lifeline: then the next start stops a server left behind.
  shell.on('error', () => undefined);
  return () => shell.kill('SIGKILL');
}
