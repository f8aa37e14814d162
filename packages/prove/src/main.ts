import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { findPreviousRelease } from './environment/previous-release.ts';
import { commandOf, type Options, readOptions, USAGE, WrongOption } from './options.ts';
import { plantedArguments } from './plants/plants.ts';
import { reportPage } from './report/report-page.ts';
import { terminalSummary } from './report/terminal-summary.ts';
import { verdictOf } from './report/verdict.ts';
import { type Progress, prove } from './run.ts';

const LINE_EVERY_MS = 10_000;

const texts = process.argv.slice(2);
if (texts.includes('--help')) {
  process.stdout.write(USAGE);
} else {
  try {
    const options = readOptions(texts, () => randomInt(1_000_000));
    // Open connections would keep the process running for minutes.
    process.exit((await proveAs(options)) ? 0 : 1);
  } catch (error) {
    if (!(error instanceof WrongOption)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}

/** Whether it is proven. */
async function proveAs(options: Options): Promise<boolean> {
  const command = commandOf(options);
  process.stderr.write(`${command}\n`);
  const isAboutReleases = options.scenarios.some(({ id }) => id === 'F27');
  const previous = isAboutReleases ? await findPreviousRelease(options.previous) : undefined;
  const line = progressLine(process.stderr);
  mkdirSync(options.out, { recursive: true });
  const { seed, people, replicas, scenarios, dist } = options;
  const proof = await prove({
    seed,
    people,
    replicas,
    scenarios,
    dist,
    ...(previous !== undefined && { previous }),
    wantsEach: options.faults !== undefined,
    seconds: options.minutes * 60,
    nodeArguments: plantedArguments(options.plants),
    historyFile: join(options.out, 'history.jsonl'),
    onProgress: line.show,
  });
  line.end();
  for (const [name, lines] of Object.entries(proof.logs)) {
    writeFileSync(join(options.out, `${name}.log`), `${lines.join('\n')}\n`);
  }
  const report = join(options.out, 'report.html');
  writeFileSync(report, reportPage(proof, { command, finishedAt: new Date() }));
  process.stdout.write(`${terminalSummary(proof, command)}Report: ${report}\n`);
  return verdictOf(proof).isProven;
}

/** Shows the progress: one changing line on a terminal, one every ten seconds elsewhere. */
interface ProgressLine {
  show(progress: Progress): void;
  end(): void;
}

/** On this stream. */
function progressLine(stream: Writable & { readonly isTTY?: boolean }): ProgressLine {
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      const text = lineOf(progress);
      if (stream.isTTY === true) return void stream.write(`\r\u001b[2K${text}`);
      if (progress.elapsedMs - shownAt < LINE_EVERY_MS) return;
      shownAt = progress.elapsedMs;
      stream.write(`${text}\n`);
    },
    end() {
      if (stream.isTTY === true) stream.write('\r\u001b[2K');
    },
  };
}

function lineOf({ elapsedMs, logins, operations, failing, faults, violations }: Progress): string {
  const seconds = Math.round(elapsedMs / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const now = failing.length === 0 ? '' : ` (now ${failing.join(', ')})`;
  return `${time}  ${logins} logins, ${operations} operations, ${faults} faults${now}, ${violations} violations`;
}
