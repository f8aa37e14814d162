import type { Progress } from '../../../../src/domain/progress.ts';
import type {
  OrderEid,
  RedirectEid,
  RedirectOutcome,
  StartRequest,
} from '../../../../src/ports/eid.ts';

/** An eID with the answers that a test sets. */
export interface ScriptedEid extends OrderEid {
  answer: Progress;
  /** An error that the eID throws: a refusal, or a defect. */
  refusal: Error | undefined;
  /** An eID without an app: the person compares this code. */
  verificationCode: string | undefined;
  readonly started: string[];
  readonly requests: StartRequest[];
  readonly cancelled: unknown[];
}

const waiting: Progress = {
  state: 'pending',
  stage: 'first-interaction',
  hintCode: 'waiting',
};
export const inApp = {
  state: 'pending',
  stage: 'identification',
  hintCode: 'sign',
} as const satisfies Progress;
export const identified: Progress = {
  state: 'identified',
  identity: {
    scheme: 'test',
    country: 'SE',
    personId: 'nobody',
    nationalId: 'nobody',
    method: 'test',
    amr: ['test'],
    claims: {},
    scopedClaims: {},
  },
};

/** The message of the eID for each hint code; other hint codes are returned unchanged. */
const TEXTS: Readonly<Record<string, string>> = {
  '': 'Start your BankID app.',
  waiting: 'Start your BankID app.',
  sign: 'Enter your security code in the BankID app and select Identify or Sign.',
  blocked: 'Your BankID is blocked or too old. Please use another BankID.',
};

const NO_LAUNCH = {
  qrData: undefined,
  autoStartToken: undefined,
  appLink: undefined,
  desktopLink: undefined,
};

/** An eID with its own pages; returns the answer that a test sets. */
export interface ScriptedRedirectEid extends RedirectEid {
  answer: RedirectOutcome;
  refusal: Error | undefined;
}

export function scriptedRedirectEid(): ScriptedRedirectEid {
  return {
    kind: 'redirect',
    answer: { state: 'ended', why: 'failed', hintCode: undefined },
    refusal: undefined,
    async begin({ state, language }) {
      if (this.refusal !== undefined) throw this.refusal;
      return { url: `https://eid.example/login?state=${state}&language=${language}`, kept: {} };
    },
    async finish() {
      return this.answer;
    },
    certificates: () => [],
    close: async () => undefined,
  };
}

export function scriptedEid(): ScriptedEid {
  return {
    kind: 'order',
    answer: waiting,
    refusal: undefined,
    verificationCode: undefined,
    started: [],
    requests: [],
    cancelled: [],
    async start(request) {
      if (this.refusal !== undefined) throw this.refusal;
      if (request.kind === 'phone') throw new Error('a page started a phone order');
      this.started.push(request.device ?? 'undecided');
      this.requests.push(request);
      return { number: this.started.length };
    },
    async collect() {
      return this.answer;
    },
    async cancel(order) {
      this.cancelled.push(order);
    },
    isOpened: (hintCode) => hintCode === inApp.hintCode,
    launchData({ number }, at) {
      const { verificationCode } = this;
      if (verificationCode !== undefined) return { ...NO_LAUNCH, verificationCode };
      return {
        qrData: `bankid.67df3917-fa0d-44e5-b327-edcc928297f8.${number}.${at.getTime()}.dc69358e712458a66a7525beef148ae8526b1c71610eff2c16cdffb4cdac9bf8`,
        autoStartToken: 'start-token',
        appLink: 'https://app.example/?autostarttoken=start-token&redirect=null',
        desktopLink: 'bankid:///?autostarttoken=start-token&redirect=null',
        verificationCode,
      };
    },
    certificates: () => [],
    close: async () => undefined,
    texts: (hintCode, { language }) => {
      const texts = TEXTS[hintCode] ?? hintCode;
      return language === 'en' ? texts : `${texts} (${language})`;
    },
  };
}
