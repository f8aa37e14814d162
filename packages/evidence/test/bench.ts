import { expect } from '@jest/globals';

import type { Expected, RequestedOrder } from '../src/expectations.ts';
import { readRoots } from '../src/read-roots.ts';
import type { Step } from '../src/unverified.ts';
import { type Trust, type Verdict, verifyEvidence } from '../src/verify-evidence.ts';
import { ASA, AT, type Changes, type Forgery, startForgery } from './forgery.ts';

export const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
export const TYPES = 'http://www.bankid.com/signature/v1.0.0/types';
export const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
export const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

/** A login without a text. */
export const requested: RequestedOrder = {
  operation: 'Identification',
  visible: undefined,
  nonVisible: undefined,
  format: 'plaintext',
};
/** It was Åsa's, and the demo's. */
export const expected: Expected = { personalNumber: ASA, requested, organisation: '0000000001' };

/** A forger, and a verifier that trusts the root. */
export interface Bench extends Forgery {
  readonly trust: Trust;
  /** Forges evidence and verifies it. */
  verdictOn(changes: Changes, about?: Partial<Expected>, more?: Partial<Trust>): Promise<Verdict>;
}

/** Makes both with their own PKI. */
export async function startBench(): Promise<Bench> {
  const forgery = await startForgery();
  const roots = readRoots(forgery.pki.bankIdRoot.certificate.toString())!;
  const trust: Trust = { roots, policies: ['1.2.3.4.25'], now: AT };
  return {
    ...forgery,
    trust,
    async verdictOn(changes, about = {}, more = {}) {
      const evidence = await forgery.forge(changes);
      return verifyEvidence(evidence, { ...expected, ...about }, { ...trust, ...more });
    },
  };
}

/** The reason of a failed verification. */
export function fails(step: Step, reason: string): Verdict {
  return { ok: false, step, reason };
}

/** A time near the signing. */
export function shift(seconds: number): Date {
  return new Date(AT.getTime() + seconds * 1000);
}

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Changes the first occurrence of a text, which must exist. */
export function replace(from: string | RegExp, to: string): (text: string) => string {
  return (text) => {
    expect(text.search(from instanceof RegExp ? from : literally(from))).not.toBe(-1);
    return text.replace(from, () => to);
  };
}

function literally(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
}
