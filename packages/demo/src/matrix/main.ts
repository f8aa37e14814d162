import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';
import type { Browser } from 'playwright-core';

import { acrChoicesOf } from '../client/acr-choices.ts';
import { demoApplications } from '../client/demo-applications.ts';
import { checkResult } from './login-way.ts';
import { type OwnDemo, startOwnDemo } from './own-demo.ts';
import { type Result, reportOf, totalOf } from './report.ts';
import { START_NAMES, type StartName, startLineOf, tryStart } from './start/try-starts.ts';
import { makeTester } from './tester.ts';
import { loginWay, WAYS, type WayName, waysFor } from './ways.ts';

interface Attempt {
  readonly acr: string;
  readonly way: WayName;
}

const INTERRUPTED = 130;
const interrupted = new AbortController();
const interruption = new Promise<never>((_, fail) => {
  interrupted.signal.addEventListener('abort', () => fail(new Error('interrupted')));
});
interruption.catch(() => undefined);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interrupted.abort());
}

/** Logs in with every acr value of a new demo, in every way, and by every page of docs/start. The status is 1 when a login fails. */
async function main(words: readonly string[]): Promise<void> {
  if (!hasChromium()) throw new Error('Chromium is missing: CHROMIUM_PATH can name it');
  const isStart = (word: string): word is StartName => START_NAMES.some((name) => name === word);
  const starts = words.length === 0 ? START_NAMES : words.filter(isStart);
  const others = words.filter((word) => !isStart(word));
  const demo = await startOwnDemo(process.env.PATH);
  try {
    if (words.length === 0 || others.length > 0) await logInInChromium(demo, others);
    await logInByStarts(demo, starts);
  } finally {
    await demo.stop();
  }
  if (interrupted.signal.aborted) process.exitCode = INTERRUPTED;
}

async function logInByStarts(
  { issuer, phoneUrl, startPort: port }: OwnDemo,
  starts: readonly StartName[],
): Promise<void> {
  const { env } = process;
  for (const name of starts) {
    if (interrupted.signal.aborted) return;
    const result = await tryStart(name, { issuer, phoneUrl, port, env });
    if (result.outcome === 'FAIL') process.exitCode = 1;
    say(startLineOf(result));
  }
}

async function logInInChromium(demo: OwnDemo, words: readonly string[]): Promise<void> {
  const browser = await launchChromium({ leavesSignals: true });
  try {
    await logInByAll(demo, browser, words);
  } finally {
    await browser.close();
  }
}

async function logInByAll(demo: OwnDemo, browser: Browser, words: readonly string[]) {
  const attempts = await attemptsFor(demo, words);
  const report = reportOf(
    attempts.map(({ acr }) => acr),
    attempts.map(({ way }) => way),
  );
  const results: Result[] = [];
  for (const attempt of attempts) {
    const fault = await faultOf(attempt, demo, browser);
    if (interrupted.signal.aborted) break;
    results.push({ ...attempt, fault });
    say(report.line({ ...attempt, fault }));
  }
  say(totalOf(results));
  if (results.some(({ fault }) => fault !== undefined)) process.exitCode = 1;
}

/** All, or those with the given acr values and in the given ways. @throws Error for an unknown word */
async function attemptsFor(
  { issuer }: OwnDemo,
  words: readonly string[],
): Promise<readonly Attempt[]> {
  const offered = await acrChoicesOf(issuer, demoApplications.code.clientId);
  const acrs = offered.map(({ acr }) => acr);
  const unknown = words.find((word) => ![...acrs, ...WAYS].includes(word));
  if (unknown !== undefined)
    throw new Error(`no acr value, way or page of docs/start is ${unknown}`);
  const isChosen = (all: readonly string[], one: string) =>
    !words.some((word) => all.includes(word)) || words.includes(one);
  const attempts = acrs
    .filter((acr) => isChosen(acrs, acr))
    .flatMap((acr) =>
      waysFor(acr)
        .filter((way) => isChosen(WAYS, way))
        .map((way) => ({ acr, way })),
    );
  if (attempts.length === 0) throw new Error('the demo offers no such login');
  return attempts;
}

/** Undefined after a login, else the reason of its failure. */
async function faultOf(
  { acr, way }: Attempt,
  { phoneUrl, clientUrl }: OwnDemo,
  browser: Browser,
): Promise<string | undefined> {
  try {
    const tester = await makeTester(phoneUrl, acr);
    const logIn = loginWay(way, acr, browser);
    const page = logIn({ acr, clientUrl, phoneUrl, tester });
    checkResult(await Promise.race([page, interruption]), acr);
    return undefined;
  } catch (error) {
    return String((error as Error).message).split('\n')[0];
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
