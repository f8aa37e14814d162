import { INSTANT } from '../drive/broker-logins.ts';
import { expectAnswer } from '../drive/expect-answer.ts';
import { inParallel } from '../drive/in-parallel.ts';
import type { Operation, Subject } from '../measure/measure.ts';
import type { Plan } from '../plan.ts';
import type { ServiceDriver } from './drivers.ts';
import type { Subjects } from './subjects.ts';

interface Parts {
  readonly plan: Plan;
  readonly subjects: Subjects;
  readonly service: ServiceDriver;
  readonly nextNumber: () => number;
}

const AT_ONCE = 8;

/** Single requests: well-known documents and userinfo. */
export function fetchOperations({ plan, subjects, service, nextNumber }: Parts) {
  let token = '';
  const count = plan.fetches;
  const fetching = (subject: Subject, key: string, title: string, path: string): Operation => ({
    key,
    title,
    subject,
    count,
    run: () => fetchAll(subject, path, () => ({})),
  });
  const userinfo: Operation = {
    key: 'userinfo',
    title: 'userinfo',
    subject: subjects.service,
    count,
    async prepare() {
      token = await service.logins.logIn(nextNumber(), INSTANT);
    },
    run: () =>
      fetchAll(subjects.service, '/oauth2/userinfo', () => ({ authorization: `Bearer ${token}` })),
  };
  return [
    userinfo,
    fetching(subjects.service, 'discovery', 'discovery', '/.well-known/openid-configuration'),
    fetching(subjects.service, 'jwks', 'jwks', '/.well-known/jwks'),
    fetching(
      subjects.baselineInMemory,
      'baseline-discovery',
      'discovery of the baseline',
      '/.well-known/openid-configuration',
    ),
    fetching(subjects.lowerBound, 'lower-bound-bare', 'bare koa request', '/'),
    fetching(subjects.lowerBound, 'lower-bound-read', 'the same with a prepared select', '/read'),
    fetching(subjects.lowerBound, 'lower-bound-write', 'the same with a prepared insert', '/write'),
  ];

  function fetchAll(
    { wire }: Subject,
    path: string,
    headersOf: () => Readonly<Record<string, string>>,
  ) {
    return inParallel(count, { atOnce: AT_ONCE, spreadMs: 0 }, async () => {
      expectAnswer(await wire.send({ path, headers: headersOf() }), 200, path);
    });
  }
}
