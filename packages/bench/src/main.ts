import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { type Options, readOptions } from './options.ts';
import { makeProgress } from './progress.ts';
import { writeDocuments } from './report/document.ts';
import { terminalText } from './report/table.ts';
import { tablesOf } from './report/tables.ts';
import type { Result } from './result.ts';
import { runBench } from './run-bench.ts';

/** `npm run bench`: measures, or reads an earlier result, prints it, and writes the requested files. */
async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const result = await (options.from === undefined ? measured(options) : readResult(options.from));
  for (const { title, table } of tablesOf(result)) {
    process.stdout.write(`\n${title}\n${terminalText(table)}\n`);
  }
  if (options.writeDocs) await writeDocuments(result);
}

async function measured(options: Options): Promise<Result> {
  const progress = makeProgress(
    (line) => process.stderr.write(line),
    () => performance.now(),
  );
  const result = await runBench(options, progress);
  await mkdir(dirname(options.json), { recursive: true });
  await writeFile(options.json, `${JSON.stringify(result, null, 2)}\n`);
  progress.step(`all figures are in ${options.json}`);
  return result;
}

async function readResult(file: string): Promise<Result> {
  return JSON.parse(await readFile(file, 'utf8')) as Result;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
