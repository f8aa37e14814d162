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

/** The program that serves alone, and its bundle. `cli.js` is beside it. */
const SERVES_ALONE = /(?:[\\/]bundle)?[\\/]main\.c?js$/;

/** Names commands in the way in which `running` was called. */
export function callTextOf(running: string, { script, cwd, env }: Start): CallText {
  if (env.npm_lifecycle_event === running) {
    return (name, args = []) =>
      ['npm run', name, ...(args.length > 0 ? ['--'] : []), ...args].join(' ');
  }
  const program = programOf();
  return (name, args = []) => [...wordsOf(name), ...args].join(' ');

  function wordsOf(name: string): readonly string[] {
    if (name === running && SERVES_ALONE.test(script)) return [`node ${relative(cwd, script)}`];
    return [program, name];
  }

  function programOf(): string {
    if (env.npm_command === 'exec') return 'npx --no-install eid-broker';
    // A link to the program, as in node_modules/.bin or on the path, has another name.
    const cli = script.replace(SERVES_ALONE, '/cli.js');
    return /[\\/]cli\.js$/.test(cli) ? `node ${relative(cwd, cli)}` : 'eid-broker';
  }
}

/** The same of this process. */
export function ownCallText(running: string): CallText {
  const { argv, env } = process;
  return callTextOf(running, { script: argv[1] ?? '', cwd: process.cwd(), env });
}
