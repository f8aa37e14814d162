/** One page of docs/start, as far as it is run. */
export interface StartPage {
  /** By their paths in the application's folder. */
  readonly files: ReadonlyMap<string, string>;
  /** Shell commands that install what the application needs; absent: it needs nothing. */
  readonly install: string | undefined;
  /** The shell command that runs until it is stopped. */
  readonly run: string;
}

/** Fenced code with a second word: a path, or `install` and `run` of a shell block. */
const BLOCK = /^```(\w+) (\S+)\n(.*?)^```$/gms;

/** Reads the blocks of a page. @throws Error for a page without a command to run */
export function readStartPage(markdown: string): StartPage {
  const blocks = [...markdown.matchAll(BLOCK)].map(([, language = '', name = '', text = '']) => ({
    isCommand: language === 'sh',
    name,
    text,
  }));
  const commandOf = (wanted: string) =>
    blocks.find(({ isCommand, name }) => isCommand && name === wanted)?.text;
  const run = commandOf('run');
  if (run === undefined) throw new Error('the page has no block `sh run`');
  const files = blocks.filter(({ isCommand }) => !isCommand);
  return {
    files: new Map(files.map(({ name, text }) => [name, text])),
    install: commandOf('install'),
    run,
  };
}

/** The addresses that every page writes. */
const WRITTEN = { issuer: 'http://localhost:3000', port: '3030' } as const;

/** The page for an issuer and a port of its own. */
export function atAddresses(
  page: StartPage,
  { issuer, port }: { readonly issuer: string; readonly port: number },
): StartPage {
  const moved = (text: string) =>
    text.replaceAll(WRITTEN.issuer, issuer).replaceAll(WRITTEN.port, String(port));
  return {
    files: new Map([...page.files].map(([path, text]) => [path, moved(text)])),
    install: page.install,
    run: moved(page.run),
  };
}
