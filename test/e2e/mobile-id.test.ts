import { createHash } from 'node:crypto';

import { mobileId } from '@eid-broker/eid-simulators/rest/profiles/mobile-id';
import type { RestSimulator } from '@eid-broker/eid-simulators/rest/simulator';
import { type Person, personsOf } from '@eid-broker/eid-simulators/world/persons';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { basic } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import {
  type RestSimulatorUnderTest,
  startRestSimulatorUnderTest,
} from '../adapters/eid/rest-simulator-under-test.ts';
import { post } from '../support/backchannel-broker.ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { requestTokens, verifiedClaims } from '../support/tokens.ts';
import { type Visit, visit } from '../support/visit.ts';

const SECRET = 'web-secret-0123456789-0123456789';
const ACR = 'urn:grn:authn:ee:mobile-id';
const [MARI] = personsOf('EE');
const [TOMAS] = personsOf('LT');
if (MARI === undefined || TOMAS === undefined) throw new Error('the persons are missing');

let eid: RestSimulatorUnderTest;
let simulator: RestSimulator;
let broker: Broker;
beforeAll(async () => {
  eid = await startRestSimulatorUnderTest(mobileId, () => broker?.now() ?? new Date());
  const { pki } = eid;
  simulator = eid.simulator;
  const key = pki.tlsServer.certificate.publicKey.export({ type: 'spki', format: 'der' });
  const variables = () => ({
    MOBILE_ID_URL: `${simulator.addresses['mobile-id']}/mid-api`,
    MOBILE_ID_UUID: '00000000-0000-0000-0000-000000000000',
    MOBILE_ID_KEY: createHash('sha256').update(key).digest('base64'),
    MOBILE_ID_CA: pki.tlsRoot.certificate.toString(),
    MOBILE_ID_AUTHORITIES: pki.customerAuthority.certificate.toString(),
    WEB_SECRET: SECRET,
  });
  broker = await startBroker('test/fixtures/mobile-id.yaml', { variables });
});
afterAll(async () => {
  await broker.close();
  await eid.close();
});

function login(more: Readonly<Record<string, string>> = {}): Promise<Visit> {
  return visit(broker, { client_id: 'web', acr_values: ACR, scope: 'openid phone', ...more });
}

/** Types the number and the phone, and continues. */
async function type(visited: Visit, person: Pick<Person, 'nationalNumber' | 'phoneNumber'>) {
  const form = (await visited.load()).forms.get('continue');
  if (form === undefined) throw new Error('the page asks for nothing');
  const { href } = new URL(form.action, visited.url);
  const typed = {
    'national-number': person.nationalNumber,
    'phone-number': person.phoneNumber ?? '',
  };
  return renderedPage(await visited.browser.post(href, { ...form.fields, ...typed }));
}

/** The person enters the PIN, or cancels; returns the code that the phone showed. */
function decide(kind: 'approved' | 'aborted', person: Person): string | undefined {
  const login = simulator.world.waiting().at(-1);
  if (login === undefined) throw new Error('no phone shows anything');
  simulator.world.decide(login.id, kind === 'approved' ? { kind, person } : { kind });
  broker.advance(3);
  return login.verificationCode;
}

describe('a login with Mobile-ID', () => {
  test.each([
    [ACR, MARI],
    ['urn:grn:authn:lt:mobile-id', TOMAS],
  ])(
    'with %s asks for number and phone, shows the code, and issues an ID token',
    async (acr, person) => {
      const visited = await login({ acr_values: acr });
      expect((await visited.load()).state).toBe('input');
      await type(visited, person);
      const { html } = await visited.load();
      const code = /data-testid="verification-code">(\d{4})</.exec(html)?.[1];
      expect(code).toBe(decide('approved', person));

      const callback = await visited.arrive();
      const { authorization } = basic('web', SECRET);
      const parameters = { code: callback.searchParams.get('code') ?? '' };
      const { body } = await requestTokens(broker, parameters, { authorization });
      expect(await verifiedClaims(broker, body.id_token, 'web')).toMatchObject({
        acr,
        country: person.country,
        ssn: person.nationalNumber,
        given_name: person.givenName,
        phone_number: person.phoneNumber,
      });
    },
  );

  test('asks again for a number with another check digit, and starts nothing', async () => {
    const waiting = simulator.world.waiting().length;
    const visited = await login();
    const page = await type(visited, { ...MARI, nationalNumber: '60001019907' });
    expect(page.html).toContain('data-testid="national-number-error"');
    expect(simulator.world.waiting()).toHaveLength(waiting);
  });

  test('that the person cancels on the phone returns access_denied', async () => {
    const visited = await login();
    await type(visited, MARI);
    decide('aborted', MARI);
    expect((await visited.arrive()).searchParams.get('error')).toBe('access_denied');
  });

  test('is not offered headless', async () => {
    const fields = { acr_values: ACR, scope: 'openid', end_user_ip: '192.0.2.7' };
    const authorized = basic('backend', SECRET);
    const { status, body } = await post(broker, '/headless/authorize', fields, authorized);
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });
});
