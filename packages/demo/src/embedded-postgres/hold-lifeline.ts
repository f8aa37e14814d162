import { spawn } from 'node:child_process';

/**
 * Reads its input until the end, which comes with any exit of the parent. Then stops the server, if the pid file still
 * has this pid.
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

/**
 * Stops the server when this process ends, even by kill -9. Returns a function that releases it after the server's end.
 */
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
