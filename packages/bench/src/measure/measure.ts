import { generateKeyPairSync, sign } from 'node:crypto';

import type { Traffic, Wire } from '../drive/wire.ts';
import { cpuOfTree } from './cpu-time.ts';
import type { CountWork } from './database-work.ts';
import { quantile } from './statistics.ts';

/** The measured processes and their resources. */
export interface Subject {
  readonly pids: readonly number[];
  readonly wire: Wire;
  /** Absent when the state is in memory. */
  readonly database?: { readonly pid: number; readonly work: CountWork };
}

/** An operation that is measured many times. */
export interface Operation {
  readonly key: string;
  readonly title: string;
  readonly subject: Subject;
  readonly count: number;
  /** Unmeasured preparation. */
  prepare?(): Promise<void>;
  /** Runs the operation `count` times; returns the sorted durations in milliseconds. */
  run(): Promise<readonly number[]>;
}

/** One measurement; per operation, except the last three. */
export interface Sample {
  readonly serverMs: number;
  readonly databaseMs: number;
  /** CPU of server and database together, in ES256 signatures of the same moment. */
  readonly sigEq: number;
  readonly requests: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly statements: number;
  /** Pages that the statements read. */
  readonly pages: number;
  readonly writeCommits: number;
  readonly walBytes: number;
  readonly fullPageBytes: number;
  readonly rowsLeft: number;
  readonly byStatement: readonly StatementShare[];
  readonly signatureMs: number;
  readonly p50: number;
  readonly p95: number;
}

/** The share of one statement in an operation. */
export interface StatementShare {
  readonly text: string;
  readonly calls: number;
  readonly walBytes: number;
  readonly milliseconds: number;
}

/** Measures an operation once, between two measurements of a signature. */
export async function measure(operation: Operation, signatureCost: () => number): Promise<Sample> {
  const { subject, count } = operation;
  await operation.prepare?.();
  const signatureBefore = signatureCost();
  const workBefore = await subject.database?.work.read();
  const traffic = subject.wire.traffic();
  const cpu = cpuOf(subject);
  const took = await operation.run();
  const used = difference(cpu, cpuOf(subject));
  const sent = trafficSince(traffic, subject.wire.traffic());
  const work = workBefore && (await subject.database?.work.since(workBefore));
  const signatureMs = (signatureBefore + signatureCost()) / 2;

  const each = (total = 0) => total / count;
  const byStatement = [...(work?.statements ?? [])]
    .map(([text, { calls, walBytes, milliseconds }]) => ({
      text,
      calls: each(calls),
      walBytes: each(walBytes),
      milliseconds: each(milliseconds),
    }))
    .sort((one, other) => other.calls - one.calls);
  return {
    serverMs: each(used.server),
    databaseMs: each(used.database),
    sigEq: each(used.server + used.database) / signatureMs,
    requests: each(sent.requests),
    bytesIn: each(sent.bytesIn),
    bytesOut: each(sent.bytesOut),
    statements: byStatement.reduce((sum, { calls }) => sum + calls, 0),
    pages: each([...(work?.statements.values() ?? [])].reduce((sum, { pages }) => sum + pages, 0)),
    writeCommits: each(work?.writeCommits),
    walBytes: each(work && work.walBytes - work.fullPageBytes),
    fullPageBytes: each(work?.fullPageBytes),
    rowsLeft: each(work?.rowsLeft),
    byStatement,
    signatureMs,
    p50: quantile(took, 0.5),
    p95: quantile(took, 0.95),
  };
}

interface CpuUsed {
  readonly server: number;
  readonly database: number;
}

function cpuOf({ pids, database }: Subject): CpuUsed {
  return {
    server: pids.reduce((sum, pid) => sum + cpuOfTree(pid), 0),
    database: database === undefined ? 0 : cpuOfTree(database.pid),
  };
}

function difference(before: CpuUsed, after: CpuUsed): CpuUsed {
  return { server: after.server - before.server, database: after.database - before.database };
}

function trafficSince(before: Traffic, after: Traffic): Traffic {
  return {
    requests: after.requests - before.requests,
    bytesIn: after.bytesIn - before.bytesIn,
    bytesOut: after.bytesOut - before.bytesOut,
  };
}

const ROUNDS = 3;
const SIGNATURES = 1_000;

/**
 * CPU milliseconds of one synchronous ES256 signature at this moment. As a unit it changes with the machine's clock
 * speed like everything else. The minimum of several rounds, because other load only adds CPU.
 */
export function makeSignatureCost(): () => number {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const data = Buffer.alloc(512, 7);
  return () => Math.min(...Array.from({ length: ROUNDS }, round));

  function round(): number {
    const before = process.cpuUsage();
    for (let made = 0; made < SIGNATURES; made += 1) sign('sha256', data, privateKey);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / SIGNATURES;
  }
}
