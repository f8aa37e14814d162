import { readFileSync } from 'node:fs';

import {
  type EvidenceReport,
  isSignedByOneOf,
  readClaims,
} from '../adapters/eid/offline-evidence.ts';
import { eidModules } from '../adapters/eid/registry.ts';
import { defineCommand, parseTime, print, UsageError } from './command.ts';

const STDIN = 0;

/** Verifies the evidence in an ID token or in userinfo, offline. */
export const command = defineCommand({
  description: `Verifies the evidence in an ID token or in userinfo, offline. FILE is - for standard input.

Exit code 0: it holds; 1: it does not; 2: it could not be verified.`,
  operand: 'FILE',
  options: {
    roots: {
      value: 'PEM',
      required: true,
      hint: eidModules.flatMap(({ evidence }) => evidence?.whereRootsAre ?? []).join(' '),
      help: "a file with the eID's root certificates",
    },
    text: { value: 'FILE', help: 'the text that the person must have signed' },
    jwks: { value: 'FILE', help: 'the key set that must have signed the token' },
    now: {
      value: 'TIME',
      help: 'the time at which the evidence must be new: 2026-01-31T12:00:00Z',
    },
    json: { help: 'JSON instead of words' },
  },
  failureCode: 2,
  async run({ operand: file, options }) {
    const { roots, text, jwks } = options;
    const now = parseTime('--now', options.now);
    const report = await verify(read(file), { roots, text, jwks, now });
    print(options.json ? asJson(report) : asText(report));
    return report.holds ? 0 : 1;
  },
});

interface Expectations {
  readonly roots: string;
  readonly text: string | undefined;
  readonly jwks: string | undefined;
  readonly now: Date | undefined;
}

async function verify(
  token: string,
  { roots, text, jwks, now }: Expectations,
): Promise<EvidenceReport> {
  const claims = readClaims(token);
  if (claims === undefined) return fails('form', 'this is neither a signed token nor JSON');
  const eid = eidModules.find(({ evidence }) => evidence?.isIn(claims));
  if (eid?.evidence === undefined) {
    return fails('form', 'the claims hold no evidence: the scope evidence adds it');
  }
  const verifyClaims = eid.evidence.trusting(read(roots));
  if (verifyClaims === undefined)
    throw new UsageError('--roots: holds no PEM certificate of a root');
  const isSigned = jwks === undefined || (await isSignedByOneOf(read(jwks), token));
  if (!isSigned) return fails('token', 'none of the keys signed the token');
  const report = verifyClaims({ claims, text: text === undefined ? undefined : read(text), now });
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
    texts: [...report.texts, line],
  };
}

function asJson(report: EvidenceReport): string {
  const shown = report.holds ? { holds: true, ...report.facts } : report;
  return JSON.stringify(shown, undefined, 2);
}

function asText(report: EvidenceReport): readonly string[] {
  return report.holds
    ? ['The evidence holds.', ...report.texts]
    : [`The evidence does not hold (${report.step}): ${report.reason}.`];
}

function read(file: string): string {
  try {
    return readFileSync(file === '-' ? STDIN : file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new UsageError(`${file}: cannot be read (${code})`, { cause });
  }
}

function fails(step: string, reason: string): EvidenceReport {
  return { holds: false, step, reason };
}
