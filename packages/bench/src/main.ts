import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { type ManagementResult, measureManagement } from './management/measure-management.ts';
import { type Options, readOptions } from './options.ts';
import { makeProgress, type Progress } from './progress.ts';
import { writeDocuments, writePart } from './report/document.ts';
import { managementTable, sizesOf } from './report/management-table.ts';
import { markdownText, terminalText } from './report/table.ts';
import { tablesOf } from './report/tables.ts';
import type { Result } from './result.ts';
import { runBench } from './run-bench.ts';

/** `npm run bench`: measures, or reads an earlier result, prints it, and writes the requested files. */
async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.management) return measureManagementAlone(options);
  const result = await (options.from === undefined ? measured(options) : readResult(options.from));
  for (const { title, table } of tablesOf(result)) {
    process.stdout.write(`\n${title}\n${terminalText(table)}\n`);
  }
  if (options.writeDocs) await writeDocuments(result);
}

async function measured(options: Options): Promise<Result> {
  return kept(options, (progress) => runBench(options, progress));
}

/** Little and much stored need a database of their own, of several gigabytes. */
async function measureManagementAlone(options: Options): Promise<void> {
  const result = await (options.from === undefined
    ? kept(options, (progress) => measureManagement(options.plan, progress))
    : readResult<ManagementResult>(options.from));
  const table = managementTable(result);
  process.stdout.write(`\nThe management API: ${sizesOf(result)}\n${terminalText(table)}\n`);
  if (options.writeDocs) {
    await writePart('docs/performance.md', 'management', [sizesOf(result), markdownText(table)]);
  }
}

/** Measures, and keeps all figures in a file. */
async function kept<Measured>(
  { json }: Options,
  run: (progress: Progress) => Promise<Measured>,
): Promise<Measured> {
  const progress = makeProgress(
    (line) => process.stderr.write(line),
    () => performance.now(),
  );
  const result = await run(progress);
  await mkdir(dirname(json), { recursive: true });
  await writeFile(json, `${JSON.stringify(result, null, 2)}\n`);
  progress.step(`all figures are in ${json}`);
  return result;
}

async function readResult<Kept = Result>(file: string): Promise<Kept> {
  return JSON.parse(await readFile(file, 'utf8')) as Kept;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
