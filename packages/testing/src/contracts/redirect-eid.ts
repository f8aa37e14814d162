import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Acr } from 'eid-broker/domain/acr';
import type { EidOffer, TextLimit } from 'eid-broker/domain/eid-offer';
import type { Identity } from 'eid-broker/domain/identity';
import type { JsonObject } from 'eid-broker/domain/json';
import type {
  RedirectAnswer,
  RedirectEid,
  RedirectOutcome,
  RedirectRequest,
} from 'eid-broker/ports/eid';
import type { Clock } from 'eid-broker/ports/runtime';

import { anyEidContract, expectIdentityOf } from './eid.ts';

/**
 * A redirect eID with a counterpart that a test controls. One that lacks a counterpart has a contract of its own:
 * `redirectEidWithoutCounterpartContract`.
 */
export interface RedirectEidUnderTest {
  readonly offer: EidOffer;
  readonly eid: RedirectEid;
  /** The same eID with an unreachable counterpart. */
  readonly unreachable: RedirectEid;
  readonly clock: Clock;
  /** The callback that the counterpart admits. */
  readonly callback: string;
  /** The scope that releases the national number; undefined: every login has it. */
  readonly numberScope: string | undefined;
  /** The acr values of one level whose answers are alike: no answer states which of them it is for. */
  readonly alike?: readonly Acr[];
  /** The person who decides at the counterpart, and another one. */
  readonly person: RedirectPerson;
  readonly otherPerson: RedirectPerson;
  /** The browsers that arrived at the counterpart so far. */
  visits(): number;
  close(): Promise<void>;
}

/** A person with a browser of their own. */
export interface RedirectPerson {
  /** Undefined where the eID releases no number. */
  readonly nationalId: string | undefined;
  /** Follows the URL, approves at the level of this acr value, and returns what arrives at the callback. */
  approve(url: string, acr: Acr): Promise<RedirectAnswer>;
  /** Follows the URL and aborts. */
  abort(url: string): Promise<RedirectAnswer>;
}

/** The contract of every redirect eID adapter. `setUp` is called once. */
export function redirectEidContract(
  name: string,
  setUp: () => Promise<RedirectEidUnderTest>,
): void {
  describe(`${name} as a redirect eID`, () => {
    let it: RedirectEidUnderTest;
    let attempts = 0;
    beforeAll(async () => {
      it = await setUp();
    });
    afterAll(async () => {
      await it.close();
    });

    const acrs = () => it.offer.variants.map(({ acr }) => acr);
    /** The acr value that any login satisfies: the one with the most others. */
    const easiestAcr = () =>
      it.offer.variants.reduce((easy, one) =>
        one.satisfiedBy.length > easy.satisfiedBy.length ? one : easy,
      ).acr;

    function requestOf(changes: Partial<RedirectRequest> = {}): RedirectRequest {
      attempts += 1;
      return {
        acr: easiestAcr(),
        scope: ['openid', ...it.offer.scopes],
        language: 'en',
        action: 'login',
        application: 'Some application',
        text: undefined,
        person: undefined,
        directives: {},
        state: `state-of-attempt-${attempts}-${'x'.repeat(24)}`,
        ...changes,
      };
    }

    /** Begins an attempt and stores what is kept, as the service does. */
    async function begin(changes: Partial<RedirectRequest> = {}) {
      const request = requestOf(changes);
      const { url, kept } = await it.eid.begin(request, it.callback);
      return { request, url, kept: JSON.parse(JSON.stringify(kept)) as JsonObject };
    }

    /** An attempt that the person approved, with its answer. */
    async function approved(changes: Partial<RedirectRequest> = {}) {
      const attempt = await begin(changes);
      return { ...attempt, answer: await it.person.approve(attempt.url, attempt.request.acr) };
    }

    async function identify(changes: Partial<RedirectRequest> = {}): Promise<Identity> {
      const { kept, answer } = await approved(changes);
      return identityOf(await it.eid.finish(kept, answer));
    }

    describe('a departure', () => {
      test('is repeatable: each has its own URL, and the person may follow any', async () => {
        const request = requestOf();
        const first = await it.eid.begin(request, it.callback);
        const second = await it.eid.begin(request, it.callback);
        expect(second.url).not.toBe(first.url);
        expect(second.kept).not.toEqual(first.kept);
        const answer = await it.person.approve(first.url, request.acr);
        expect(await it.eid.finish(first.kept, answer)).toMatchObject({ state: 'identified' });
      });

      test('reaches nobody before the browser follows the URL', async () => {
        const before = it.visits();
        const { url, request } = await begin();
        expect(it.visits()).toBe(before);
        await it.person.approve(url, request.acr);
        expect(it.visits()).toBe(before + 1);
      });

      test('keeps its secrets and the number of the named person out of the URL', async () => {
        const { url, kept } = await begin({ person: it.person.nationalId });
        const secrets = Object.entries(kept).flatMap(([member, value]) =>
          /verifier|secret/i.test(member) ? [String(value)] : [],
        );
        const number = it.person.nationalId;
        if (number !== undefined) secrets.push(number);
        for (const secret of secrets) expect(url).not.toContain(secret);
      });

      test('returns our state with the answer', async () => {
        const { request, answer } = await approved();
        expect(answer.parameters.state).toBe(request.state);
      });

      test('is possible for each acr value, language and action', async () => {
        for (const acr of acrs()) expect(await begin({ acr })).toMatchObject({ url: httpUrl });
        for (const language of ['sv', 'da', 'nb', 'fi', 'en'] as const) {
          expect(await begin({ language })).toMatchObject({ url: httpUrl });
        }
        for (const action of ['login', 'confirm', 'accept', 'approve'] as const) {
          expect(await begin({ action })).toMatchObject({ url: httpUrl });
        }
      });

      test.each(['login', 'sign'] as const)(
        'to %s is possible with the longest text; an eID without texts ignores one',
        async (action) => {
          const { authentication, signature } = it.offer.texts;
          const message = (action === 'sign' ? signature : authentication)?.message;
          const visible = longestText(message);
          const text = { visible, format: 'plaintext', nonVisible: undefined } as const;
          // The rules of the offer refuse a signature without texts before the eID is called.
          const allowed = signature === undefined ? 'login' : action;
          const { url, kept, answer } = await approved({ text, action: allowed });
          const identity = identityOf(await it.eid.finish(kept, answer));
          expectIdentityOf(it.offer, identity);
          const traces = [decodeURIComponent(url), JSON.stringify(identity)];
          const ignored = message === undefined ? [visible, NOT_SHOWN] : [];
          expect(ignored.filter((one) => traces.join().includes(one))).toEqual([]);
        },
      );

      test('fails with an unreachable counterpart, as unavailable', async () => {
        await expect(it.unreachable.begin(requestOf(), it.callback)).rejects.toMatchObject({
          name: 'Failure',
          code: 'eid-unavailable',
        });
      });
    });

    describe('an arrival', () => {
      test('identifies the person, with claims that the eID offers', async () => {
        const identity = await identify();
        const number = it.offer.nationalNumber && it.person.nationalId;
        expect(identity.nationalId).toBe(number);
        expectIdentityOf(it.offer, identity);
      });

      test('identifies the same person by the same identifier, and others by others', async () => {
        const { personId } = await identify();
        expect(await identify()).toMatchObject({ personId });
        const { url, kept, request } = await begin();
        const answer = await it.otherPerson.approve(url, request.acr);
        const other = identityOf(await it.eid.finish(kept, answer));
        expect(other.personId).not.toBe(personId);
      });

      test('has no claims of a scope that was not granted', async () => {
        const identity = await identify({ scope: ['openid'] });
        expect(identity.scopedClaims).toEqual({});
        const namesOf = (isScoped: boolean) =>
          it.offer.claims
            .filter(({ scope }) => (scope !== undefined) === isScoped)
            .map(({ name }) => name);
        const always = namesOf(false);
        const names = namesOf(true).filter((name) => !always.includes(name));
        expect(Object.keys(identity.claims).filter((claim) => names.includes(claim))).toEqual([]);
      });

      test('has the number only by its scope; always without one; never if the eID releases none', async () => {
        const releases = it.offer.nationalNumber !== undefined;
        const number = it.person.nationalId ?? NO_NUMBER;
        expect(releases && number === NO_NUMBER).toBe(false);
        const hasNumber = async (scope: readonly string[]) => {
          const identity = await identify({ scope });
          const inClaims = JSON.stringify(identity).includes(number);
          expect(identity.nationalId === number).toBe(inClaims);
          return inClaims;
        };
        expect(await hasNumber(['openid'])).toBe(releases && it.numberScope === undefined);
        expect(await hasNumber(['openid', it.numberScope ?? 'openid'])).toBe(releases);
      });

      test('releases the number of a person when the request names one, for the comparison', async () => {
        const named = { person: it.person.nationalId, scope: ['openid'] };
        const identity = await identify(named);
        // Without a national number, the rules of the offer refuse to name a person.
        const number = it.offer.nationalNumber && it.person.nationalId;
        expect(identity).toMatchObject({ nationalId: number, scopedClaims: {} });
      });

      test('is believed at the level of the request or a higher one, and no other', async () => {
        for (const { acr, satisfiedBy } of it.offer.variants) {
          for (const reached of acrs()) {
            const { url, kept } = await begin({ acr });
            const answer = await it.person.approve(url, reached);
            const outcome = await it.eid.finish(kept, answer);
            const isAlike = [acr, reached].every((one) => it.alike?.includes(one));
            const isEnough = isAlike || reached === acr || satisfiedBy.includes(reached);
            expect([acr, reached, summaryOf(outcome)]).toEqual([
              acr,
              reached,
              isEnough ? 'identified' : 'unverified',
            ]);
          }
        }
      });

      test('ends as declined when the person aborts', async () => {
        const { url, kept } = await begin();
        const outcome = await it.eid.finish(kept, await it.person.abort(url));
        expect(outcome).toMatchObject({ state: 'ended', why: 'declined' });
      });

      test('counts once: a repeat redeems nothing', async () => {
        const { kept, answer } = await approved();
        expect(await it.eid.finish(kept, answer)).toMatchObject({ state: 'identified' });
        expect(await it.eid.finish(kept, answer)).toMatchObject({ state: 'ended' });
      });

      test('loses its answer with an unreachable counterpart, and does not throw', async () => {
        const { kept, answer } = await approved();
        const outcome = await it.unreachable.finish(kept, answer);
        expect(outcome).toMatchObject({ state: 'ended', why: 'lost' });
      });
    });

    describe('an arrival that is not the answer', () => {
      test.each<[string, (answer: RedirectAnswer) => RedirectAnswer]>([
        [
          'another state',
          (answer) => withParameters(answer, { state: 'another-state-of-somebody' }),
        ],
        ['no state', (answer) => withParameters(answer, { state: undefined })],
        [
          'the issuer of another provider',
          (answer) => withParameters(answer, { iss: 'https://other.example' }),
        ],
        [
          'the callback of another eID',
          (answer) => ({ ...answer, url: answer.url.replace(/\/[^/?]+\?/, '/xx-other-eid?') }),
        ],
      ])('with %s is unverified, and redeems nothing', async (_, changed) => {
        const { kept, answer } = await approved();
        const outcome = await it.eid.finish(kept, changed(answer));
        expect(outcome).toMatchObject({ state: 'ended', why: 'unverified' });
        expect(await it.eid.finish(kept, answer)).toMatchObject({ state: 'identified' });
      });

      test.each<[string, Readonly<Record<string, string | undefined>>]>([
        ['a wrong code', { code: 'a-code-that-was-never-issued' }],
        ['no code', { code: undefined }],
        ['an unknown error', { code: undefined, error: 'something_new' }],
      ])('with %s ends', async (_, changes) => {
        const { kept, answer } = await approved();
        const outcome = await it.eid.finish(kept, withParameters(answer, changes));
        expect(outcome).toMatchObject({ state: 'ended' });
        expect(summaryOf(outcome)).not.toBe('declined');
      });

      test('with the code of another attempt ends', async () => {
        const [mine, theirs] = [await approved(), await approved()];
        const injected = withParameters(mine.answer, { code: theirs.answer.parameters.code });
        expect(await it.eid.finish(mine.kept, injected)).toMatchObject({ state: 'ended' });
      });

      test('with the nonce of another attempt ends as unverified', async () => {
        const [mine, theirs] = [await approved(), await approved()];
        const kept = { ...mine.kept, nonce: theirs.kept.nonce ?? '' };
        const outcome = await it.eid.finish(kept, mine.answer);
        expect(outcome).toMatchObject({ state: 'ended', why: 'unverified' });
      });
    });

    anyEidContract(() => it);
  });
}

/** Nobody's number. */
const NO_NUMBER = 'no number';

/** What an eID without texts ignores. */
const NOT_SHOWN = 'text-that-nobody-shows';

/** In base64: the longest text of the limit, or one that a test finds again. */
function longestText(message: TextLimit | undefined): string {
  if (message === undefined) return Buffer.from(NOT_SHOWN).toString('base64');
  const { limit, measured } = message;
  const bytes = measured === 'before base64 encoding' ? limit : Math.floor(limit / 4) * 3;
  return Buffer.from('x'.repeat(bytes)).toString('base64');
}

const httpUrl = expect.stringMatching(/^https?:\/\//);

function identityOf(outcome: RedirectOutcome): Identity {
  if (outcome.state === 'identified') return outcome.identity;
  throw new Error(`not identified: ${outcome.why} ${outcome.hintCode}`);
}

function summaryOf(outcome: RedirectOutcome): string {
  return outcome.state === 'ended' ? outcome.why : outcome.state;
}

/** The answer with other parameters; undefined removes one. */
function withParameters(
  { parameters, url }: RedirectAnswer,
  changes: Readonly<Record<string, string | undefined>>,
): RedirectAnswer {
  const kept = Object.entries({ ...parameters, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const address = new URL(url);
  address.search = new URLSearchParams(kept).toString();
  return { parameters: Object.fromEntries(kept), url: address.href };
}
