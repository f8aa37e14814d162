import type { AnswerEvent, HistoryEvent } from '../history/event.ts';

/** An event as one line. */
export function describeEvent(event: HistoryEvent): string {
  switch (event.type) {
    case 'invoke':
      return `→ ${event.operation} (${event.by})`;
    case 'ok':
    case 'refused':
    case 'failed':
    case 'unknown':
      return `← ${event.operation}: ${describeAnswer(event)}`;
    case 'person':
      return `the person: ${event.did}${event.orderRef === undefined ? '' : `, order ${event.orderRef}`}`;
    case 'outcome':
      return `the client got ${JSON.stringify(event.got)}, expected ${JSON.stringify(event.expected)}`;
    case 'orders':
    case 'keys':
    case 'sample':
    case 'fault':
      return restOf(event);
  }
}

function describeAnswer({ type, took, ...said }: AnswerEvent): string {
  const parts = [
    type === 'unknown' ? 'no answer' : `${said.status} ${type}`,
    said.error,
    said.description,
    said.stage === undefined ? undefined : `stage ${said.stage}`,
    said.spent === undefined ? undefined : `took ${said.spent.join(' ')}`,
    said.malformed,
    said.breach,
    said.replica,
    `${took} ms`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

function restOf({ at: _at, type, ...rest }: HistoryEvent): string {
  return `${type} ${JSON.stringify(rest)}`;
}
