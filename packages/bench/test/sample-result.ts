import type { Sample } from '../src/measure/measure.ts';
import { QUICK } from '../src/plan.ts';
import type { Result } from '../src/result.ts';

/** A measurement in which every operation took two signatures, a third of that in the database. */
export function sample(changes: Partial<Sample> = {}): Sample {
  return {
    serverMs: 0.06,
    databaseMs: 0.03,
    sigEq: 2,
    signatureMs: 0.045,
    requests: 6,
    bytesIn: 900,
    bytesOut: 1_800,
    statements: 4,
    pages: 12,
    writeCommits: 1,
    walBytes: 700,
    fullPageBytes: 0,
    rowsLeft: 1,
    byStatement: [{ text: 'select a | b\n  from c', calls: 4, walBytes: 0, milliseconds: 0.1 }],
    p50: 1,
    p95: 2,
    ...changes,
  };
}

const KEYS = [
  'login',
  'realistic',
  'baseline-memory',
  'baseline-postgres',
  'ciba',
  'userinfo',
  'poll-basic',
  'poll-private_key_jwt',
  'status',
  'discovery',
  'jwks',
  'anonymous-authorize',
  'anonymous-page',
  'anonymous-status',
  'lower-bound-bare',
  'lower-bound-read',
  'lower-bound-write',
];

/** A run of two rounds, the second one slower. */
export const RESULT: Result = {
  at: '2026-11-21T12:00:00.000Z',
  plan: QUICK,
  machine: {
    cpu: 'Some CPU',
    cores: 2,
    memoryGib: 24,
    node: 'v20',
    openssl: '3',
    postgres: '18',
    library: 'oidc-provider 9',
  },
  operations: KEYS.map((key) => ({
    key,
    title: `the ${key}`,
    samples: [sample(), sample({ sigEq: 3 })],
  })),
  replica: { startMs: 500, memoryMib: 100 },
  profile: [
    { component: 'pg', share: 0.75 },
    { component: 'koa', share: 0.246 },
    { component: 'flows', share: 0.004 },
  ],
  growth: {
    rows: [
      { size: 10_000, login: [sample()], poll: [sample()] },
      { size: 1_000_000, login: [sample({ sigEq: 4 })], poll: [sample()] },
    ],
    pending: [{ size: 10, login: [sample()], poll: [sample()] }],
    replicas: [{ size: 1, login: [sample()], poll: [sample()] }],
  },
};
