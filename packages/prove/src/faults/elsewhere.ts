import type { FaultElsewhere } from './fault.ts';

/** Faults that are no matter of load: which test makes them, or what stands in the way. */
export const elsewhere: readonly FaultElsewhere[] = [
  {
    id: 'F25',
    title: 'a million logins: memory, sockets, rows',
    why: 'the length of a run: `npm run prove -- --minutes 120` checks I9 with samples of each replica',
  },
  {
    id: 'F28',
    title: 'a migration is killed; several run at once',
    why: 'needs a database that is not migrated yet: `test/adapters/postgres/migrations.test.ts`',
  },
  {
    id: 'F33',
    title: 'wrong environment, wrong content, no database at the start',
    why: 'no load before the start: `test/main.test.ts`, `test/config`, `test/apply.test.ts`',
  },
  {
    id: 'F34',
    title: 'a database that no release created',
    why: 'refused at the start: `test/adapters/postgres/migrations.test.ts`',
  },
  {
    id: 'F35',
    title: "an application's published keys change",
    why: 'one moment of one client: `test/adapters/key-sets/published-keys.test.ts`, with an advanced clock',
  },
  {
    id: 'F37',
    title: 'the browser goes back, reloads, closes, is offline',
    why: 'needs a real browser: `test/adapters/http/login/login-browser.test.ts` (reload, back, closed, offline), `test/browser/full-login.test.ts`, `test/e2e/finishing.test.ts`. No test has a slow network, or a page that comes back from the back/forward cache',
  },
  {
    id: 'F38',
    title: 'the app returns to another browser, or cookies are blocked',
    why: 'no matter of load: `test/e2e/same-device.test.ts` (another browser), `test/flows/browser-login/return-to-login.test.ts` (without the cookie). No test has a browser that blocks cookies, or one in private mode',
  },
];
