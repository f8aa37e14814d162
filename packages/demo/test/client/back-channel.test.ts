import { type Browser, newBrowser } from '@eid-broker/testing/browser';
import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Broker, startBroker } from '../../../../test/support/broker.ts';
import { type DemoClient, startDemoClient } from '../../src/client/start-demo-client.ts';
import { freePorts, textOf } from '../demo-process.ts';

let broker: Broker;
let client: DemoClient;
const bugs: unknown[] = [];
let ids = 0;

beforeAll(async () => {
  broker = await startBroker();
  const { client: port } = await freePorts();
  client = await startDemoClient({
    issuer: broker.issuer,
    port,
    phoneUrl: 'http://localhost:1',
    newId: () => `new-id-${++ids}`,
    onBug: (bug) => bugs.push(bug),
  });
});

afterAll(async () => {
  await client?.close();
  await broker?.close();
  expect(bugs).toEqual([]);
});

async function begin(path: string, form: Readonly<Record<string, string>>): Promise<Browser> {
  const browser = newBrowser();
  const { status, location } = await browser.post(`${client.url}${path}`, form);
  expect([status, location]).toEqual([303, `${client.url}/backend/wait`]);
  return browser;
}

describe('the demo client without redirects', () => {
  test('shows its own QR code until a person has scanned it and approved', async () => {
    const browser = await begin('/backend/headless', {});
    const waiting = await browser.get(`${client.url}/backend/wait`);
    expect(textOf(waiting.text, 'told')).toBe('awaiting first user interaction');
    expect(waiting.headers.get('refresh')).toBe('1');
    const image = await browser.get(`${client.url}/backend/qr`);
    expect(image.headers.get('content-type')).toBe('image/svg+xml');

    const qrData = /data-qr="([^"]+)"/.exec(waiting.text)?.[1] ?? '';
    const { orderRef } = await broker.phone.scan(qrData, TOLVAN);
    await broker.phone.decide(orderRef, 'approve');
    broker.advance(3);
    const answered = await browser.get(`${client.url}/backend/wait`);
    expect(textOf(answered.text, 'welcome')).toBe('Tolvan Tolvansson answered');
    expect(textOf(answered.text, 'claim-aud')).toBe('demo-backend');
  });

  test("calls the person's phone, and shows that the person declined", async () => {
    const browser = await begin('/backend/call', { personalNumber: TOLVAN });
    const order = (await broker.phone.orders()).at(-1);
    expect(order).toMatchObject({ kind: 'phone/auth', personalNumber: TOLVAN });
    const { orderRef } = await broker.phone.open({ orderRef: order?.orderRef }, TOLVAN);
    await broker.phone.decide(orderRef, 'decline-call');
    broker.advance(3);
    const { status, text } = await browser.get(`${client.url}/backend/wait`);
    expect([status, textOf(text, 'error-code')]).toEqual([400, 'access_denied']);
    expect(textOf(text, 'error-description')).toBe('user declined');
    expect(textOf(text, 'support-code')).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  });

  test("offers the service's acr values, with the usual one chosen", async () => {
    const { text } = await newBrowser().get(`${client.url}/backend`);
    const chosen = /<option value="([^"]+)" selected>/g;
    expect([...text.matchAll(chosen)].map(([, acr]) => acr)).toEqual([
      'urn:grn:authn:se:bankid',
      'urn:grn:authn:se:bankid',
    ]);
  });

  test('asks as its form says: acr value, text and authorization_details', async () => {
    const form = {
      acr: 'urn:grn:authn:se:bankid:same-device',
      personalNumber: TOLVAN,
      message: 'Who calls?',
      details: '[{"type":"phoneAuth","callInitiator":"user"}]',
    };
    await begin('/backend/call', form);
    const order = (await broker.phone.orders()).at(-1);
    expect(order?.display).toMatchObject({ text: 'Who calls?', callInitiator: 'user' });
    const { text } = await newBrowser().post(`${client.url}/backend/call`, {
      ...form,
      acr: 'urn:grn:authn:xx:unknown',
    });
    expect(textOf(text, 'error-code')).toBe('invalid_request');
  });

  test('shows the reason for a refused call', async () => {
    const form = { personalNumber: '191212121213' };
    const { status, text } = await newBrowser().post(`${client.url}/backend/call`, form);
    expect([status, textOf(text, 'error-code')]).toEqual([400, 'invalid_request']);
  });

  test('has no pending login in another browser', async () => {
    const { location } = await newBrowser().get(`${client.url}/backend/wait`);
    expect(location).toBe(`${client.url}/backend`);
    expect((await newBrowser().get(`${client.url}/backend/qr`)).status).toBe(404);
  });
});
