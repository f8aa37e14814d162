import { describe, expect, test } from '@jest/globals';
import type { EidOffer } from 'eid-broker/domain/eid-offer';
import { LANGUAGES } from 'eid-broker/domain/language';
import type { RedirectEid, RedirectRequest } from 'eid-broker/ports/eid';
import type { Clock } from 'eid-broker/ports/runtime';

import { EID_REQUEST } from '../identify-request.ts';
import { anyEidContract } from './eid.ts';

/** A redirect eID that another one identifies the person for (`offer.through`). */
export interface EidWithoutCounterpart {
  readonly offer: EidOffer;
  readonly eid: RedirectEid;
  readonly clock: Clock;
}

const CALLBACK = 'https://login.example/callback/other';

/**
 * The contract of a redirect eID that lacks a counterpart. Nobody can begin or finish a visit to it: `offer.through` names
 * the eIDs that are visited instead.
 */
export function redirectEidWithoutCounterpartContract(
  name: string,
  it: () => EidWithoutCounterpart,
): void {
  describe(`${name} as a redirect eID without a counterpart`, () => {
    const request = (changes: Partial<RedirectRequest>): RedirectRequest => ({
      ...EID_REQUEST,
      text: undefined,
      person: undefined,
      state: 'a-state-that-nobody-guesses',
      ...changes,
    });

    test('states the eIDs that identify the person, for each value of its directive', () => {
      const { through, directives, variants } = it().offer;
      const rule = directives.find((one) => one.name === through?.directive);
      expect(rule).toMatchObject({ effect: 'used' });
      const own = variants.map(({ acr }) => acr);
      const choices = Object.values(through?.acrValues ?? {});
      expect(choices.length).toBeGreaterThan(0);
      expect(choices.filter((acrs) => acrs.length === 0)).toEqual([]);
      expect(choices.flat().filter((acr) => own.includes(acr))).toEqual([]);
    });

    test('is a redirect eID alone', () => {
      const { offer, eid } = it();
      expect(eid.kind).toBe('redirect');
      const kinds = offer.variants.flatMap(({ channels }) => Object.values(channels));
      expect(new Set(kinds)).toEqual(new Set(['redirect']));
    });

    test('refuses each departure, as misconfigured: no eID was chosen', async () => {
      const { offer, eid } = it();
      const refused = { name: 'Failure', code: 'eid-misconfigured' };
      for (const { acr } of offer.variants) {
        for (const language of LANGUAGES) {
          const begun = eid.begin(request({ acr, language, scope: offer.scopes }), CALLBACK);
          await expect(begun).rejects.toMatchObject(refused);
        }
      }
    });

    test('identifies nobody by an arrival, whatever it carries', async () => {
      for (const parameters of [{}, { code: 'some-code', state: 'some-state' }]) {
        const url = `${CALLBACK}?${new URLSearchParams(parameters)}`;
        const outcome = await it().eid.finish({ state: 'some-state' }, { parameters, url });
        expect(outcome).toMatchObject({ state: 'ended', why: 'failed' });
      }
    });

    test('has no connection, and so no certificates', () => {
      expect(it().eid.certificates()).toEqual([]);
    });

    anyEidContract(() => ({ ...it(), unreachable: it().eid }));
  });
}
