import { makeFaultQueue } from '../../shared/fault-queue.ts';

/** An endpoint of the RP API, or all of them. */
export type FaultyEndpoint = Endpoint | 'any';

/** An endpoint of the RP API. */
export type Endpoint = (typeof endpoints)[number];

/** All endpoints below `/rp/v6.0/`. */
export const endpoints = ['auth', 'sign', 'phone/auth', 'phone/sign', 'collect', 'cancel'] as const;

/** The effect of the fault. */
export type Effect =
  /** An error response, such as 503 `maintenance`. */
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly errorCode: string;
      readonly details?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Any other answer: an HTML page, an empty or a broken body. */
  | {
      readonly kind: 'body';
      readonly status: number;
      readonly body: string;
      readonly contentType?: string;
    }
  /** Members set in the answer: another or unknown hintCode or status, or extra ones. */
  | { readonly kind: 'answer'; readonly members: Readonly<Record<string, unknown>> }
  /** Members missing from completionData, as paths: `device.uhi`. */
  | { readonly kind: 'omit'; readonly members: readonly string[] }
  /** The connection breaks. */
  | { readonly kind: 'reset' }
  /** No answer ever comes. */
  | { readonly kind: 'hang' }
  /** Delays the response by this much real time, independent of the simulated clock. */
  | { readonly kind: 'delay'; readonly milliseconds: number };

/** A fault for the next calls. */
export interface Fault {
  readonly endpoint: FaultyEndpoint;
  /** How many more calls it spoils. */
  readonly times: number;
  /** `before`: the request has no effect; `after`: it was processed, and only the response is affected. */
  readonly phase: 'before' | 'after';
  /** Only responses to collect with this status. */
  readonly when?: 'pending' | 'complete' | 'failed';
  readonly effect: Effect;
}

/** The call that is about to be spoiled. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly phase: Fault['phase'];
  readonly status?: unknown;
}

/** Pending faults, in the order in which they were added. */
export interface Faults {
  add(fault: Fault): void;
  /** The effect for this call, counted down. */
  take(call: Call): Effect | undefined;
  list(): readonly Fault[];
  clear(): void;
}

/** No faults yet. */
export function makeFaults(): Faults {
  const queue = makeFaultQueue<Fault>();
  return {
    add: queue.add,
    take: (call) => queue.take((each) => concerns(each, call))?.effect,
    list: queue.list,
    clear: () => queue.clear(),
  };
}

function concerns(fault: Fault, { endpoint, phase, status }: Call): boolean {
  return (
    (fault.endpoint === 'any' || fault.endpoint === endpoint) &&
    fault.phase === phase &&
    (fault.when === undefined || fault.when === status)
  );
}
