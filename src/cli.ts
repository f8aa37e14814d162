#!/usr/bin/env node
import { ownCallText } from './commands/call-text.ts';
import { type Command, fail, listOf, print } from './commands/command.ts';
import { runCommand } from './commands/run-command.ts';
import { suggestion } from './domain/closest-name.ts';

interface Entry {
  readonly summary: string;
  /** Loads the command only when it runs, so that the others' help is fast. */
  load(): Promise<{ readonly command: Command }>;
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  serve: {
    summary: 'runs the service until a signal stops it',
    load: () => import('./commands/serve.ts'),
  },
  migrate: {
    summary: "brings the database's schema up to date",
    load: () => import('./commands/migrate.ts'),
  },
  apply: {
    summary: 'makes the stored tenants, domains, eIDs and applications equal to a file',
    load: () => import('./commands/apply.ts'),
  },
  show: {
    summary: 'prints the stored configuration as a file for apply',
    load: () => import('./commands/show.ts'),
  },
  check: {
    summary: 'tries the eIDs with their certificates, and stores nothing',
    load: () => import('./commands/check.ts'),
  },
  revisions: {
    summary: 'lists who changed the configuration, when and why',
    load: () => import('./commands/revisions.ts'),
  },
  rollback: {
    summary: 'makes the configuration as it was in a revision',
    load: () => import('./commands/rollback.ts'),
  },
  keys: {
    summary: 'lists and changes signing keys, and seals anew under a new key-encryption key',
    load: () => import('./commands/keys.ts'),
  },
  admin: {
    summary: 'invites, lists and removes administrators',
    load: () => import('./commands/admin.ts'),
  },
  token: {
    summary: 'makes, lists and revokes API tokens',
    load: () => import('./commands/token.ts'),
  },
  explain: {
    summary: 'explains one login by its support code',
    load: () => import('./commands/explain.ts'),
  },
  usage: {
    summary: 'counts the logins and signatures of a month',
    load: () => import('./commands/usage.ts'),
  },
  erase: {
    summary: 'erases the stored data of one person in one tenant',
    load: () => import('./commands/erase.ts'),
  },
  'verify-events': {
    summary: 'verifies that the log of events is unchanged',
    load: () => import('./commands/verify-events.ts'),
  },
  'verify-evidence': {
    summary: 'verifies the evidence in an ID token or in userinfo, offline',
    load: () => import('./commands/verify-evidence.ts'),
  },
  'after-restore': {
    summary: 'prepares a database from a backup for the first replica',
    load: () => import('./commands/after-restore.ts'),
  },
};
const callText = ownCallText('');
const USAGE = `usage: ${callText('COMMAND', ['[OPTIONS]'])}`;

const [name = '', ...args] = process.argv.slice(2);
if (['--help', '-h', 'help'].includes(name)) printHelp();
else if (name === '') fail(`COMMAND is missing\n${overview()}`);
else await run(name);

async function run(name: string): Promise<void> {
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry === undefined) {
    const kind = name.startsWith('-') ? 'option' : 'command';
    const names = [...Object.keys(COMMANDS), '--help'];
    return fail(`unknown ${kind} ${name}${suggestion(name, names)}\n${USAGE}`);
  }
  const { command } = await entry.load();
  await runCommand(name, command, args);
}

function printHelp(): void {
  print(overview());
}

function overview(): string {
  const summaries = Object.entries(COMMANDS).map(([key, { summary }]) => [key, summary] as const);
  return `${USAGE}

${listOf(summaries)}

${callText('COMMAND', ['--help'])} explains one command.`;
}
