import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expectAnswer } from '../drive/expect-answer.ts';
import { inParallel } from '../drive/in-parallel.ts';
import { startDatabaseServer } from '../environment/database-server.ts';
import { makeSignatureCost, measure, type Operation, type Sample } from '../measure/measure.ts';
import type { Plan } from '../plan.ts';
import type { Progress } from '../progress.ts';
import { fillManagement, timelinesFor } from './fill-management.ts';
import { type ManagedService, startManagedService } from './managed-service.ts';
import { QUESTIONS, type Question } from './management-questions.ts';

/** The cost of the management API with little and with much in its database. */
export interface ManagementResult {
  readonly at: string;
  readonly small: Size;
  readonly large: Size;
  readonly questions: readonly MeasuredQuestion[];
}

/** How much a database holds. */
export interface Size {
  readonly applications: number;
  readonly events: number;
}

/** One question, asked of both. */
export interface MeasuredQuestion {
  readonly key: string;
  readonly title: string;
  readonly small: readonly Sample[];
  readonly large: readonly Sample[];
}

interface Subject {
  readonly service: ManagedService;
  readonly size: Size;
}

const SIZES = ['small', 'large'] as const;
const AT_ONCE = 2;

/** Starts a small and a large service on one database server, and sends each request to both in turn. */
export async function measureManagement(
  { management: plan }: Pick<Plan, 'management'>,
  progress: Progress,
): Promise<ManagementResult> {
  const folder = await mkdtemp(join(tmpdir(), 'eid-broker-bench-management-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stopEarly = () => process.exit(1);
  process.once('SIGINT', stopEarly);
  try {
    progress.step('starting the database');
    const until = new Date();
    const database = await startDatabaseServer(join(folder, 'postgres'));
    closers.push(() => database.stop());
    const subject = async (name: string, size: Size): Promise<Subject> => {
      progress.step(`applying ${size.applications} applications`);
      const { applications, events } = size;
      const service = await startManagedService({ database, folder, name, applications });
      closers.push(() => service.stop());
      await fillManagement(service.pool, { events, until, step: progress.step });
      return { service, size };
    };
    const small = await subject('small', plan.small);
    const large = await subject('large', plan.large);
    await database.adminPool.query('checkpoint');

    const subjects = { small, large };
    const signatureCost = makeSignatureCost();
    for (const question of QUESTIONS) {
      const count = question.isChange === true ? plan.changes : plan.requests;
      progress.step(`warm-up: ${question.title}`);
      await operationOf(question, small, count).run();
      await operationOf(question, large, count).run();
    }
    const measured = new Map(
      QUESTIONS.map(({ key, title }) => [
        key,
        { key, title, small: [] as Sample[], large: [] as Sample[] },
      ]),
    );
    for (let round = 1; round <= plan.rounds; round += 1) {
      for (const question of QUESTIONS) {
        progress.step(`round ${round} of ${plan.rounds}: ${question.title}`);
        const count = question.isChange === true ? plan.changes : plan.requests;
        // Each goes first as often as the other.
        for (const size of round % 2 === 0 ? (['large', 'small'] as const) : SIZES) {
          const operation = operationOf(question, subjects[size], count);
          measured.get(question.key)?.[size].push(await measure(operation, signatureCost));
        }
      }
    }
    const at = new Date().toISOString();
    return { at, small: plan.small, large: plan.large, questions: [...measured.values()] };
  } finally {
    process.off('SIGINT', stopEarly);
    progress.step('stopping');
    for (const closer of closers.reverse()) await closer();
  }
}

function operationOf(
  question: Question,
  { service: { subject, authorization }, size }: Subject,
  count: number,
): Operation {
  const { applications, events } = size;
  const stored = { applications, timelines: timelinesFor(events) };
  const { key, title, method = 'GET', isChange = false } = question;
  return {
    key,
    title,
    subject,
    count,
    run: () =>
      inParallel(count, { atOnce: isChange ? 1 : AT_ONCE, spreadMs: 0 }, async (index) => {
        const body = question.body && JSON.stringify(question.body(index));
        const answer = await subject.wire.send({
          method,
          path: question.path(index, stored),
          headers: {
            authorization,
            ...(body !== undefined && { 'content-type': 'application/json', 'if-match': '*' }),
          },
          ...(body !== undefined && { body }),
        });
        expectAnswer(answer, 200, title);
      }),
  };
}
