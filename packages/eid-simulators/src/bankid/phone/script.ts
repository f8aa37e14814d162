import type { PlannedStep, Step } from '../orders/order.ts';
import { isPhoneOrder, type OrderKind } from '../rp-api/order-request.ts';
import type { Behaviour } from './persons.ts';

/** Seconds after the scan or the opening until a scripted person acts. */
const ACTS_AFTER = 2;

/** The steps of a scripted person after opening an order. */
export function planAfterOpening(
  behaviour: Behaviour,
  kind: OrderKind,
  openedAt: Date,
): PlannedStep[] {
  const steps = isPhoneOrder(kind) ? [...CALL_STEPS[behaviour]] : [...STEPS[behaviour]];
  return steps.map((step, index) => ({ step, at: later(openedAt, ACTS_AFTER + index) }));
}

/** The steps of a scripted person for a phone order: it is pushed, and opened a second later. */
export function planAfterPush(
  behaviour: Behaviour,
  kind: OrderKind,
  createdAt: Date,
): PlannedStep[] {
  if (behaviour === 'waits' || behaviour === 'never-starts') return [];
  const openedAt = later(createdAt, 1);
  const opening: PlannedStep = { step: 'open', at: openedAt };
  return [opening, ...planAfterOpening(behaviour, kind, openedAt)];
}

const STEPS: Readonly<Record<Behaviour, readonly Step[]>> = {
  waits: [],
  approves: ['approve'],
  cancels: ['cancel'],
  'never-starts': [],
  'declines-call': [],
  blocked: ['block'],
};

const CALL_STEPS: Readonly<Record<Behaviour, readonly Step[]>> = {
  ...STEPS,
  approves: ['confirm-call', 'approve'],
  cancels: ['confirm-call', 'cancel'],
  'declines-call': ['decline-call'],
};

function later(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}
