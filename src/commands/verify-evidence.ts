import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import type { EvidenceReport } from '../adapters/eid/offline-evidence.ts';
import { isSignedByOneOf, readClaims } from '../adapters/eid/read-claims.ts';
import { eidModules } from '../adapters/eid/registry.ts';

const USAGE =
  'usage: npm run verify-evidence -- FILE --roots PEM [--text FILE] [--jwks FILE] [--now TIME] [--json]';
const STDIN = 0;

/** What the command cannot do anything with: nothing was verified. */
class Misuse extends Error {}

/** Verifies the evidence in an ID token or in userinfo, offline. Exit code 0: it holds; 1: it does not. */
async function main(args: readonly string[]): Promise<void> {
  const options = readArguments(args);
  const given = read(options.file);
  const report = await verify(given, options);
  process.stdout.write(options.json ? asJson(report) : asWords(report));
  process.exitCode = report.holds ? 0 : 1;
}

type Options = ReturnType<typeof readArguments>;

async function verify(given: string, { roots, text, jwks, now }: Options): Promise<EvidenceReport> {
  const claims = readClaims(given);
  if (claims === undefined) return fails('form', 'this is neither a signed token nor JSON');
  const eid = eidModules.find(({ evidence }) => evidence?.isIn(claims));
  if (eid?.evidence === undefined) {
    return fails('form', 'the claims hold no evidence: the scope evidence adds it');
  }
  const judge = eid.evidence.trusting(read(roots));
  if (judge === undefined) throw new Misuse('--roots: holds no PEM certificate of a root');
  const isOurs = jwks === undefined || (await isSignedByOneOf(read(jwks), given));
  if (!isOurs) return fails('token', 'none of the keys signed the token');
  const report = judge({ claims, text: text === undefined ? undefined : read(text), now });
  return report.holds ? withTokenCheck(report, jwks !== undefined) : report;
}

function withTokenCheck(
  report: Extract<EvidenceReport, { holds: true }>,
  isChecked: boolean,
): EvidenceReport {
  const line = isChecked
    ? 'The token is signed by one of the given keys.'
    : "Not checked: the token's own signature (--jwks does it). The evidence stands for itself.";
  return {
    holds: true,
    facts: { ...report.facts, tokenSignatureChecked: isChecked },
    words: [...report.words, line],
  };
}

function asJson(report: EvidenceReport): string {
  const told = report.holds ? { holds: true, ...report.facts } : report;
  return `${JSON.stringify(told, undefined, 2)}\n`;
}

function asWords(report: EvidenceReport): string {
  const lines = report.holds
    ? ['The evidence holds.', ...report.words]
    : [`The evidence does not hold (${report.step}): ${report.reason}.`];
  return `${lines.join('\n')}\n`;
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parse(args);
  const { roots, text, jwks, json = false } = values;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new Misuse(USAGE);
  if (roots === undefined) throw new Misuse(['--roots is required.', ...whereRootsAre()].join(' '));
  return { file, roots, text, jwks, json, now: readTime(values.now) };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { roots: text, text, jwks: text, now: text, json: { type: 'boolean' } } as const;
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch {
    throw new Misuse(USAGE);
  }
}

function readTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(time.getTime());
  if (!isTime) throw new Misuse('--now: must be a time such as 2026-01-31T12:00:00Z');
  return time;
}

function whereRootsAre(): readonly string[] {
  return eidModules.flatMap(({ evidence }) => evidence?.whereRootsAre ?? []);
}

function read(file: string): string {
  try {
    return readFileSync(file === '-' ? STDIN : file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Misuse(`${file}: cannot be read (${code})`, { cause });
  }
}

function fails(step: string, reason: string): EvidenceReport {
  return { holds: false, step, reason };
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Misuse ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
