import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** External tools, and the tests that need each of them. */
const USES = {
  chromium:
    'all browser tests: the login pages, the pages of the simulated phone and eIDs, whole logins, the SDKs, oidc-client-ts',
  xmlsec1: 'the check that an independent tool accepts the XML signatures',
  openssl:
    'the checks that an independent tool accepts the certificates; the steps of the README and of docs/demo.md',
  curl: 'the steps of the README and of docs/demo.md',
} as const;

/** The one without windows comes first: it needs two thirds of the processor time. */
const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** The name of an external tool. */
export type Tool = keyof typeof USES;

/** Where a tool is; undefined when it is missing. `CHROMIUM_PATH` names the browser if it is set. */
export function findTool(tool: Tool): string | undefined {
  if (tool !== 'chromium') return onPath(tool);
  const { CHROMIUM_PATH: given } = process.env;
  if (given !== undefined && given !== '') return existsSync(given) ? given : undefined;
  return CHROMIUM_NAMES.map(onPath).find((place) => place !== undefined);
}

/** True when all of them are there. */
export function hasTools(...tools: readonly Tool[]): boolean {
  return tools.every((tool) => findTool(tool) !== undefined);
}

/** One line for each missing tool, with the tests that are skipped. */
export function missingTools(): readonly string[] {
  const tools = Object.keys(USES) as Tool[];
  return tools
    .filter((tool) => !hasTools(tool))
    .map((tool) => {
      const advice = tool === 'chromium' ? ' (CHROMIUM_PATH can name it)' : '';
      return `${tool} is missing${advice}: skipped is ${USES[tool]}`;
    });
}

function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, name)).find((place) => existsSync(place));
}
