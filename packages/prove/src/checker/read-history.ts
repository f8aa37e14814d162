import type {
  AnswerEvent,
  HistoryEvent,
  OutcomeEvent,
  PersonEvent,
  RequestEvent,
} from '../history/event.ts';
import { type FaultWindows, faultWindows } from './fault-windows.ts';

type Timed<Event> = Event & { readonly at: number };

/** A history, indexed for the invariants. */
export interface History {
  readonly events: readonly HistoryEvent[];
  readonly logins: readonly LoginHistory[];
  readonly answers: readonly Exchange[];
  readonly faults: FaultWindows;
  readonly end: number;
}

/** The history of one login. */
export interface LoginHistory {
  readonly login: number;
  readonly answers: readonly Exchange[];
  readonly person: readonly Timed<PersonEvent>[];
  readonly outcomes: readonly Timed<OutcomeEvent>[];
}

/** A response, and the time of its request. */
export type Exchange = Timed<AnswerEvent> & { readonly sentAt: number };

/** Reads the events once. */
export function readHistory(events: readonly HistoryEvent[]): History {
  const sentAt = new Map(events.filter(isRequest).map(({ id, at }) => [id, at]));
  const answers = events.filter(isAnswer).map((answer) => {
    return { ...answer, sentAt: sentAt.get(answer.id) ?? answer.at };
  });
  const logins = new Map<number, MutableLogin>();
  const of = (login: number) => {
    const known = logins.get(login) ?? { login, answers: [], person: [], outcomes: [] };
    logins.set(login, known);
    return known;
  };
  for (const answer of answers) of(answer.login).answers.push(answer);
  for (const event of events) {
    if (event.type === 'person') of(event.login).person.push(event);
    if (event.type === 'outcome') of(event.login).outcomes.push(event);
  }
  const faults = faultWindows(events);
  return { events, logins: [...logins.values()], answers, faults, end: events.at(-1)?.at ?? 0 };
}

interface MutableLogin {
  readonly login: number;
  readonly answers: Exchange[];
  readonly person: Timed<PersonEvent>[];
  readonly outcomes: Timed<OutcomeEvent>[];
}

function isRequest(event: HistoryEvent): event is Timed<RequestEvent> {
  return event.type === 'invoke';
}

function isAnswer(event: HistoryEvent): event is Timed<AnswerEvent> {
  return ['ok', 'refused', 'failed', 'unknown'].includes(event.type);
}

/** One violated invariant, with the events that show it. */
export interface Violation {
  readonly what: string;
  readonly login?: number;
  readonly events: readonly HistoryEvent[];
}
