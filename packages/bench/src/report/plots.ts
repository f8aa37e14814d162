import type { Step } from '../operations/growth.ts';
import type { Result } from '../result.ts';
import { barChart } from './bar-chart.ts';
import { lineChart } from './line-chart.ts';
import { lowerBoundOf } from './lower-bound.ts';
import { samplesOf, spread } from './samples.ts';

/** An image and the name of its file. */
export interface Plot {
  readonly name: string;
  readonly svg: string;
}

/** All plots of a result. */
export function plotsOf(result: Result): readonly Plot[] {
  const { growth } = result;
  const base = [
    { name: 'performance-login', svg: loginPlot(result) },
    { name: 'performance-requests', svg: requestsPlot(result) },
  ];
  if (growth === undefined) return base;
  return [
    ...base,
    {
      name: 'performance-rows',
      svg: growthPlot('CPU by stored rows of each kind', growth.rows),
    },
    {
      name: 'performance-pending',
      svg: growthPlot('CPU by pending authentications', growth.pending),
    },
    { name: 'performance-replicas', svg: growthPlot('CPU by replicas', growth.replicas) },
  ];
}

function loginPlot(result: Result): string {
  const lowerBound = lowerBoundOf(result);
  return barChart({
    title: 'CPU of one complete login',
    unit: 'ES256 signatures',
    parts: ['server', 'PostgreSQL'],
    bars: [
      barOf(result, { key: 'login', name: 'ours: durable, any replica' }),
      barOf(result, { key: 'realistic', name: 'ours, the person takes 5 s' }),
      barOf(result, { key: 'baseline-memory', name: 'baseline in memory' }),
      barOf(result, { key: 'baseline-postgres', name: 'baseline in Postgres' }),
      { name: 'lower bound of our requests', values: [lowerBound.sigEq] },
    ],
  });
}

function requestsPlot(result: Result): string {
  const named = [
    { key: 'poll-basic', name: 'pending poll, secret' },
    { key: 'poll-private_key_jwt', name: 'pending poll, assertion' },
    { key: 'status', name: 'status request' },
    { key: 'userinfo', name: 'userinfo' },
    { key: 'discovery', name: 'discovery' },
    { key: 'jwks', name: 'jwks' },
    { key: 'lower-bound-bare', name: 'bare koa request' },
  ];
  return barChart({
    title: 'CPU of one request',
    unit: 'ES256 signatures',
    parts: ['server', 'PostgreSQL'],
    bars: named.map((one) => barOf(result, one)),
  });
}

/** Of the sample with the least CPU. */
function barOf(result: Result, { key, name }: { readonly key: string; readonly name: string }) {
  const [best] = samplesOf(result, key).toSorted((one, other) => one.sigEq - other.sigEq);
  if (best === undefined) return { name, values: [0] };
  const { serverMs, databaseMs, signatureMs } = best;
  return { name, values: [serverMs / signatureMs, databaseMs / signatureMs] };
}

function growthPlot(title: string, steps: readonly Step[]): string {
  return lineChart({
    title,
    unit: 'ES256 signatures',
    sizes: steps.map(({ size }) => size.toLocaleString('en')),
    curves: [
      { name: 'code login', values: steps.map(({ login }) => spread(login, sigEqOf).min) },
      { name: 'pending poll', values: steps.map(({ poll }) => spread(poll, sigEqOf).min) },
    ],
  });
}

function sigEqOf({ sigEq }: { readonly sigEq: number }): number {
  return sigEq;
}
