import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** Options for running a document's commands. */
export interface BlockRun {
  /** Added to the environment. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Shell text before the first block. */
  readonly before?: string;
  readonly timeoutMs?: number;
}

const RUN_BLOCK = /^<!-- run -->\n```sh\n(.*?)^```/gms;

/** The shell blocks of a document below a line `<!-- run -->`, in their order, as one script. */
export function commandsOf(document: string): string {
  const blocks = [...readFileSync(document, 'utf8').matchAll(RUN_BLOCK)];
  if (blocks.length === 0) throw new Error(`${document} has no block that is to be run`);
  return blocks.map(([, block]) => block).join('\n');
}

/** Runs these blocks in one shell in the project's folder and returns the output. Rejects when a command fails. */
export async function runBlocks(document: string, run: BlockRun = {}): Promise<string> {
  const { variables = {}, before = '', timeoutMs = 90_000 } = run;
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-eu', '-c', `${before}\n${commandsOf(document)}`],
    { timeout: timeoutMs, env: { ...process.env, ...variables } },
  );
  return stdout;
}
