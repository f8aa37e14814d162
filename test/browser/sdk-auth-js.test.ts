import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { hasChromium } from '@eid-broker/testing/chromium';
import { QR_ACR } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startSdkApplication } from '../interop/sdk/sdk-application.ts';
import { outcomeOf, type SdkStage, startSdkStage } from './sdk-stage.ts';

const SCRIPT = 'auth-js-page.mjs';

let stage: SdkStage;

(hasChromium() ? describe : describe.skip)('@criipto/auth-js, as it comes from npm', () => {
  beforeAll(async () => {
    stage = await startSdkStage(SCRIPT, 'test/fixtures/sdk.yaml');
  });
  afterAll(() => stage?.close());
  afterEach(async () => {
    await stage.leave();
    stage.consoleErrors.length = 0;
  });

  test('logs in by a redirect, with a pushed request and PKCE', async () => {
    const page = await stage.open();
    await page.getByRole('button', { name: 'redirect' }).click();
    await page.waitForURL(`${stage.broker.issuer}/login/**`);
    await stage.approveOnOurPage(page);
    await page.waitForURL(`${stage.application.url}?**`);
    const { claims, state, traceId } = await outcomeOf(page);
    expect(claims).toMatchObject({
      iss: stage.broker.issuer,
      aud: 'demo-sdk',
      acr: QR_ACR,
      nonce: 'n-1',
      name: 'Tolvan Tolvansson',
    });
    expect(state).toBe('a state');
    expect(traceId).toMatch(/^[\da-f]{32}$/);
    expect(stage.consoleErrors).toEqual([]);
  });

  test('logs in by a popup', async () => {
    const page = await stage.open();
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'popup' }).click();
    const popup = await opened;
    await popup.waitForURL(`${stage.broker.issuer}/login/**`);
    const closed = popup.waitForEvent('close');
    await stage.approveOnOurPage(popup);
    const { claims, state } = await outcomeOf(page);
    expect(claims).toMatchObject({ name: 'Tolvan Tolvansson', aud: 'demo-sdk' });
    expect(state).toBe('a state');
    await closed;
    expect(stage.consoleErrors).toEqual([]);
  });

  test('gets access_denied from a popup when the person cancels', async () => {
    const page = await stage.open();
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'popup' }).click();
    await (await opened).getByTestId('cancel').click();
    expect(await outcomeOf(page)).toMatchObject({
      code: 'access_denied',
      description: 'user declined',
    });
  });

  test('gets login_required from a hidden frame without a session', async () => {
    const page = await stage.open();
    await page.getByRole('button', { name: 'silent' }).click();
    expect(await outcomeOf(page)).toMatchObject({ code: 'login_required' });
    expect(await page.locator('iframe').count()).toBe(0);
    expect(stage.consoleErrors).toEqual([]);
  });

  test('gets the claims from a hidden frame until the logout', async () => {
    const page = await stage.open();
    await page.getByRole('button', { name: 'redirect' }).click();
    await stage.approveOnOurPage(page);
    const { claims: first } = await outcomeOf(page);
    await page.goto(stage.application.url);
    await page.getByRole('button', { name: 'silent' }).click();
    const { claims } = await outcomeOf(page);
    expect(claims).toMatchObject({ name: 'Tolvan Tolvansson', aud: 'demo-sdk' });
    expect((claims as { sub: string }).sub).toBe((first as { sub: string }).sub);

    await page.getByRole('button', { name: 'logout' }).click();
    await page.waitForURL(`${stage.application.url}?state=gone`);
    await page.getByRole('button', { name: 'silent' }).click();
    expect(await outcomeOf(page)).toMatchObject({ code: 'login_required' });
    expect(stage.consoleErrors).toEqual([]);
  });

  test('gets an error with the reason when the page is not registered', async () => {
    const port = await findFreePort();
    const unregistered = await startSdkApplication({
      script: SCRIPT,
      issuer: stage.broker.issuer,
      port,
    });
    const page = await stage.open();
    await page.goto(unregistered.url);
    await page.getByRole('button', { name: 'redirect' }).click();
    const { message } = await outcomeOf(page);
    await unregistered.close();
    expect(message).toBe(
      'Error during PAR request (code: 403) (description: ' +
        'no redirect URI of this application has the origin of the page that asks)',
    );
  });

  test('identifies the person of the phone that scanned the code', async () => {
    const page = await stage.open('?acr=urn:grn:authn:se:bankid');
    await page.getByRole('button', { name: 'redirect' }).click();
    await page.getByTestId('other-device').click();
    await stage.approveOnOurPage(page);
    expect((await outcomeOf(page)).claims).toMatchObject({ ssn: TOLVAN });
  });
});
