import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { logInAtStart } from './log-in-at-start.ts';
import { runStartPage } from './run-start-page.ts';
import { atAddresses, readStartPage } from './start-page.ts';

/** The pages of docs/start, and the programs or files without which a page is not run. */
const NEEDS = {
  express: ['npm'],
  next: ['npm', 'npx'],
  'spring-boot': ['java', 'mvn'],
  'aspnet-core': ['dotnet'],
  django: ['python3'],
  flask: ['python3'],
  go: ['go'],
  'oauth2-proxy': ['oauth2-proxy'],
  apache: ['apache2', '/usr/lib/apache2/modules/mod_auth_openidc.so'],
} as const;

/** The name of a page of docs/start. */
export type StartName = keyof typeof NEEDS;

/** The names of all pages. */
export const START_NAMES = Object.keys(NEEDS) as readonly StartName[];

/** The demo that the applications use, and what they may use of this machine. */
export interface StartMeans {
  readonly issuer: string;
  readonly phoneUrl: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What came of one page. */
export type StartResult =
  | { readonly name: StartName; readonly outcome: 'pass' }
  | { readonly name: StartName; readonly outcome: 'FAIL' | 'not run'; readonly reason: string };

const FOLDER = fileURLToPath(new URL('../../../../../docs/start/', import.meta.url));

/** Installs and runs the page's application, and logs a person in. */
export async function tryStart(name: StartName, means: StartMeans): Promise<StartResult> {
  const missing = missingFor(name, means.env);
  if (missing.length > 0) {
    return { name, outcome: 'not run', reason: `needs ${missing.join(', ')}` };
  }
  try {
    const page = readStartPage(await readFile(join(FOLDER, `${name}.md`), 'utf8'));
    const running = await runStartPage(atAddresses(page, means), means);
    try {
      await logInAtStart({ url: running.url, phoneUrl: means.phoneUrl });
    } finally {
      await running.stop();
    }
    return { name, outcome: 'pass' };
  } catch (error) {
    const reason = String((error as Error).message).replaceAll(/\s+/g, ' ');
    return { name, outcome: 'FAIL', reason };
  }
}

/** One line: `not run: django: needs python3`. */
export function startLineOf(result: StartResult): string {
  const line = `${result.outcome}: docs/start/${result.name}.md`;
  return result.outcome === 'pass' ? line : `${line}: ${result.reason}`;
}

function missingFor(name: StartName, { PATH = '' }: StartMeans['env']): readonly string[] {
  const folders = [...PATH.split(delimiter), '/usr/sbin'];
  const isThere = (tool: string) =>
    isAbsolute(tool) ? existsSync(tool) : folders.some((folder) => existsSync(join(folder, tool)));
  return NEEDS[name].filter((tool) => !isThere(tool));
}
