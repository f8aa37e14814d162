import type { PendingLogin } from '../drive/broker-logins.ts';
import { expectAnswer } from '../drive/expect-answer.ts';
import { inParallel } from '../drive/in-parallel.ts';
import type { Environment } from '../environment/environment.ts';
import type { Operation } from '../measure/measure.ts';
import { fillExpired, purgeExpired } from './fill-rows.ts';
import type { LoginParts } from './login-operations.ts';

const AT_ONCE = 8;
const CHOICE = 'urn:grn:authn:se:bankid';
/** The longest permitted text, with the most lines and escaped characters. */
const MOST_EXPENSIVE_TEXT = `# ${'&'.repeat(17)}\n`.repeat(1_500);
const MOST_EXPENSIVE = {
  acr_values: CHOICE,
  login_hint: `action:sign message:${Buffer.from(MOST_EXPENSIVE_TEXT).toString('base64')}`,
};

/** The keys of the requests without credentials. */
export const ANONYMOUS = ['anonymous-authorize', 'anonymous-page', 'anonymous-status'] as const;

/** Requests that need no login, each with the most expensive accepted text. */
export function anonymousOperations({ plan, subjects, service, nextNumber }: LoginParts) {
  let begun: Pick<PendingLogin, 'browser' | 'page'>[] = [];
  const count = plan.polls;
  const [authorize, page, status] = ANONYMOUS;
  const operation = (
    key: string,
    title: string,
    send: (index: number) => Promise<void>,
  ): Operation => ({
    key,
    title: `most expensive anonymous request: ${title}`,
    subject: subjects.service,
    count,
    run: () => inParallel(count, { atOnce: AT_ONCE, spreadMs: 0 }, send),
  });
  return [
    {
      ...operation(authorize, 'authorization request', async () => {
        begun.push(
          await service.logins.request(nextNumber(), { client_id: 'web', ...MOST_EXPENSIVE }),
        );
      }),
      prepare: async () => {
        begun = [];
      },
    },
    operation(page, 'login page', (index) => send(index, '', 'the login page')),
    operation(status, 'status request', (index) => send(index, '/status', 'the status')),
  ];

  async function send(index: number, path: string, what: string): Promise<void> {
    const one = begun[index];
    if (one === undefined) throw new Error('a request for a login that was not begun');
    expectAnswer(await one.browser.get(`${one.page}${path}`), 200, what);
  }
}

/** The cost of deleting a login, since the operations above leave their rows. */
export function purgeOperation(
  { plan, subjects }: LoginParts,
  { servicePool }: Environment,
): Operation {
  const count = plan.logins * 10;
  return {
    key: 'purge',
    title: 'purge and vacuum, for each login',
    subject: subjects.service,
    count,
    prepare: () => fillExpired(servicePool, count),
    async run() {
      const startedAt = performance.now();
      await purgeExpired(servicePool);
      return [performance.now() - startedAt];
    },
  };
}
