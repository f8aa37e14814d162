import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';

import { acrChoicesOf } from '../client/acr-choices.ts';
import { demoApplications } from '../client/demo-applications.ts';
import { loginPath } from '../client/login-choice.ts';
import { readDemoSettings } from '../settings.ts';
import { inChromium } from './by-browser.ts';
import { byScript } from './by-script.ts';
import { checkResult, type LoginWay } from './login-way.ts';
import { faultsOf, type Row, tableOf } from './table.ts';
import { makeTester } from './tester.ts';

const DEMO = fileURLToPath(new URL('../bundle/main.cjs', import.meta.url));
const USUAL_DATA_FOLDER = fileURLToPath(new URL('../../../../.data', import.meta.url));

const { ports } = readDemoSettings(process.env, USUAL_DATA_FOLDER);
const origin = (port: number) => new URL(`http://localhost:${port}`).origin;
const urls = {
  issuer: origin(ports.service),
  phoneUrl: origin(ports.phone),
  clientUrl: origin(ports.client),
};

/** Logs in with every acr value that the demo offers, in every way; the status is 1 when a login fails. */
async function main(): Promise<void> {
  const offered = () => acrChoicesOf(urls.issuer, demoApplications.code.clientId);
  const stop = (await offered()).length > 0 ? undefined : await startDemo();
  const browser = hasChromium() ? await launchChromium() : undefined;
  try {
    const ways: Readonly<Record<string, LoginWay>> = {
      script: byScript,
      ...(browser && {
        Chromium: inChromium(browser, true),
        'without JavaScript': inChromium(browser, false),
      }),
    };
    const wanted = process.argv.slice(2);
    const all = (await offered()).map(({ acr }) => acr);
    const acrs = all.filter((acr) => wanted.length === 0 || wanted.includes(acr));
    if (acrs.length === 0) throw new Error(`${urls.issuer} offers no such acr values`);
    const { head, line } = tableOf(acrs, Object.keys(ways));
    say(head);
    const rows: Row[] = [];
    for (const acr of acrs) {
      const results: Record<string, string | undefined> = {};
      for (const [name, way] of Object.entries(ways)) results[name] = await tried(way, acr);
      rows.push({ acr, results });
      say(line({ acr, results }));
    }
    const missing =
      browser === undefined ? ['Chromium is missing (CHROMIUM_PATH can name it)'] : [];
    const faults = [...faultsOf(rows), ...missing];
    for (const fault of faults) say(`FAILED ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await browser?.close();
    await stop?.();
  }
}

/** Undefined after a login, else the reason of its failure. */
async function tried(way: LoginWay, acr: string): Promise<string | undefined> {
  try {
    const start = `${urls.clientUrl}${loginPath({ flow: 'code', wish: 'login', acr })}`;
    const tester = await makeTester(urls.phoneUrl, acr);
    checkResult(await way({ ...urls, start, acr, tester }), acr);
    return undefined;
  } catch (error) {
    return String((error as Error).message).split('\n')[0];
  }
}

/** Starts the demo on the ports of its variables; returns how to stop it. */
async function startDemo(): Promise<() => Promise<void>> {
  say('No demo runs: it is started for this.');
  const child = spawn(process.execPath, [DEMO], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  process.once('exit', () => child.kill('SIGKILL'));
  let output = '';
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('Ctrl-C stops everything.')) done();
    });
    ended.then(() => fail(new Error('the demo does not start')));
  });
  return async () => {
    child.kill('SIGINT');
    await ended;
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
