// Writes the pages of docs/start as data for the console, which fills them in for an application. The pages are the only
// source: tests run them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../docs/start', import.meta.url));
const GENERATED = fileURLToPath(new URL('../packages/console/src/generated', import.meta.url));
const FILE = join(GENERATED, 'start-pages.json');

/** In the order of the list. */
const PAGES = [
  ...['express', 'next', 'spring-boot', 'aspnet-core', 'django', 'go', 'curl'],
  ...['flask', 'oauth2-proxy', 'apache'],
];

/** Fenced code with a second word: a path, or the name of a command. */
const BLOCK = /^```(\w+) (\S+)\n(.*?)^```$/gms;
/** Where the page's own application expects the answer. */
const WRITTEN = [/\*\*Redirect URI:\*\* `([^`]+)`/, /http:\/\/localhost:3030(\/[\w/-]+)/];

const text = JSON.stringify(PAGES.map(pageNamed));
mkdirSync(GENERATED, { recursive: true });
if (textOf(FILE) !== text) writeFileSync(FILE, text);

function pageNamed(name) {
  const markdown = readFileSync(join(FOLDER, `${name}.md`), 'utf8');
  const blocks = [...markdown.matchAll(BLOCK)].map(([, language, file, content]) => ({
    language,
    name: file,
    text: content,
  }));
  const paths = WRITTEN.flatMap((pattern) => pattern.exec(markdown)?.[1] ?? []);
  return {
    page: name,
    title: /^# (.+)$/m.exec(markdown)[1],
    redirectPath: paths[0] ?? '/callback',
    blocks,
    notes: notesIn(markdown.replaceAll(BLOCK, '')),
  };
}

/** The paragraphs and items below the code, without their markup. */
function notesIn(prose) {
  const [, , ...paragraphs] = prose.split(/\n{2,}|\n(?=- |\*\*)/);
  return paragraphs
    .map((paragraph) => plain(paragraph).trim())
    .filter((paragraph) => paragraph !== '' && !paragraph.startsWith('Open http'));
}

function plain(paragraph) {
  return paragraph
    .replace(/^- /, '')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/<(http[^>]+)>/g, '$1')
    .replaceAll(/\*+|`/g, '')
    .replaceAll(/\s+/g, ' ');
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
