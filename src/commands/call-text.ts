import { relative } from 'node:path';

/** How the process was started. */
export interface Start {
  /** The first argument of Node: the file that it runs. */
  readonly script: string;
  readonly cwd: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

/** The words with which the reader can call a command, followed by its arguments. */
export type CallText = (name: string, args?: readonly string[]) => string;

/** Names commands in the way in which `running` was called. */
export function callTextOf(running: string, { script, cwd, env }: Start): CallText {
  if (env.npm_lifecycle_event === running) {
    return (name, args = []) =>
      ['npm run', name, ...(args.length > 0 ? ['--'] : []), ...args].join(' ');
  }
  const program = programOf();
  return (name, args = []) => [program, name, ...args].join(' ');

  function programOf(): string {
    if (env.npm_command === 'exec') return 'npx --no-install eid-broker';
    // A link to the program, as in node_modules/.bin or on the path, has another name.
    return /[\\/]cli\.js$/.test(script) ? `node ${relative(cwd, script)}` : 'eid-broker';
  }
}

/** The same of this process. */
export function ownCallText(running: string): CallText {
  const { argv, env } = process;
  return callTextOf(running, { script: argv[1] ?? '', cwd: process.cwd(), env });
}
