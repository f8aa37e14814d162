import type { InvariantResult } from '../checker/check.ts';
import type { Violation } from '../checker/read-history.ts';
import type { HistoryEvent } from '../history/event.ts';
import type { InjectedFault } from '../inject-faults.ts';
import type { Proof } from '../run.ts';
import { calmText, shortenedText } from './coverage.ts';
import { describeEvent } from './describe-event.ts';
import { summarize, tokensByAcr } from './summarize.ts';
import { escaped, timeline } from './timeline.ts';
import { kindsInjected, notRequested, starvation, verdictOf } from './verdict.ts';

/** The command and the time of the run. */
export interface ReportFrame {
  /** The exact command. */
  readonly command: string;
  readonly finishedAt: Date;
}

/** The number of violations of one invariant with their history; the rest is counted. */
const SHOWN = 10;
const EVENTS_SHOWN = 60;

/** The report as one page without other files. */
export function reportPage(proof: Proof, { command, finishedAt }: ReportFrame): string {
  const { plan, results, faults, events, logins } = proof;
  const { isProven, texts } = verdictOf(proof);
  const figures = summarize(events);
  const busy = starvation(proof);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Proof: ${escaped(texts)}</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>
<h1>${isProven ? 'Proven' : 'Not proven'}: ${escaped(texts)}</h1>
<p>${finishedAt.toISOString()} · ${plan.replicas} replicas · ${plan.people} people at a time · ${logins} logins ·
${events.length} events · ${kindsInjected(proof)} · seed ${plan.seed}</p>
<p>Run it again: <code>${escaped(command)}</code></p>
${timeline(events, faults)}
<p class="key"><span class="served">■</span> answered <span class="failed">■</span> 5xx, 429 or no answer
<span class="fault">■</span> a fault</p>
<p>${[calmText(proof), busy, shortenedText(proof)].filter((one) => one !== undefined).join('<br>')}</p>
<h2>Invariants</h2>
${table(['', 'promise', 'violations'], results.map(invariantRow))}
${results.flatMap((one) => violationsOf(one, events)).join('')}
<h2>Faults</h2>
${faults.length === 0 ? '<p>None.</p>' : table(['', 'fault', 'expected', 'seconds', 'seen'], faults.map(faultRow))}
${notRequested(proof).length > 0 ? `<p>Not requested: ${notRequested(proof).join(', ')}.</p>` : ''}
<h2>Logins</h2>
<p>Tokens: ${escaped(tokensByAcr(events))}</p>
${table(
  ['flow', 'tokens', 'denied', 'other errors', 'left or unfinished'],
  figures.logins.map((one) => numbers([one.flow], [one.tokens, one.denied, one.errors, one.open])),
)}
<h2>Requests</h2>
${table(
  [
    'flow',
    'request',
    'all',
    'ok',
    'refused',
    '5xx, 429',
    'no answer',
    'p50 ms',
    'p95',
    'p99',
    'worst',
  ],
  figures.operations.map((one) =>
    numbers(
      [one.flow, one.operation],
      [
        one.count,
        one.ok,
        one.refused,
        one.failed,
        one.unknown,
        one.p50,
        one.p95,
        one.p99,
        one.worst,
      ],
    ),
  ),
)}
</body></html>
`;
}

function invariantRow({ invariant, violations }: InvariantResult): string {
  const { name, promise } = invariant;
  const result = violations.length === 0 ? '<td class="good">none</td>' : bad(violations.length);
  return `<td><b>${name}</b></td><td>${escaped(promise)}</td>${result}`;
}

function bad(count: number): string {
  return `<td class="bad">${count}</td>`;
}

function faultRow({ scenario, began, ended, ...seenOf }: InjectedFault): string {
  const { notes, broken, missed, incomplete } = seenOf;
  const { id, title, expect } = scenario;
  const seen = [
    ...(broken === undefined ? [] : [`<b class="bad">${escaped(broken)}</b>`]),
    ...(missed === undefined ? [] : [`<b class="bad">not injected: ${escaped(missed)}</b>`]),
    ...incomplete.map((what) => `<b>partly injected: ${escaped(what)}</b>`),
    ...notes.map(escaped),
  ];
  return `<td><b>${id}</b></td><td>${escaped(title)}</td><td>${escaped(expect)}</td>
<td class="number">${seconds(began)}–${seconds(ended)}</td><td>${seen.join('<br>')}</td>`;
}

function violationsOf(
  { invariant, violations }: InvariantResult,
  all: readonly HistoryEvent[],
): string[] {
  if (violations.length === 0) return [];
  const shown = violations.slice(0, SHOWN).map((violation) => violationPart(violation, all));
  const rest = violations.length - shown.length;
  return [
    `<h3>${invariant.name}: ${escaped(invariant.promise)}</h3>`,
    ...shown,
    ...(rest > 0 ? [`<p>… and ${rest} more; the history has them.</p>`] : []),
  ];
}

/** The violation, and the history of the login with the relevant events in bold. */
function violationPart({ what, login, events }: Violation, all: readonly HistoryEvent[]): string {
  const keys = new Set(events.map(keyOf));
  const isOfLogin = (event: HistoryEvent) => 'login' in event && event.login === login;
  const whole = login === undefined || login === 0 ? [] : all.filter(isOfLogin);
  const listed = whole.length > 0 && whole.length <= EVENTS_SHOWN ? whole : events;
  const lines = listed.map((event) => {
    const text = escaped(`${seconds(event.at).padStart(8)}  ${describeEvent(event)}`);
    return keys.has(keyOf(event)) ? `<b>${text}</b>` : text;
  });
  const where = login === undefined || login === 0 ? '' : ` (login ${login})`;
  return `<details open><summary>${escaped(what)}${where}</summary><pre>${lines.join('\n')}</pre></details>`;
}

function keyOf(event: HistoryEvent): string {
  return `${event.at} ${event.type} ${'id' in event ? event.id : ''}`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

function numbers(names: readonly string[], values: readonly number[]): string {
  const cells = values.map((value) => `<td class="number">${value}</td>`);
  return [...names.map((name) => `<td>${escaped(name)}</td>`), ...cells].join('');
}

function table(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((name) => `<th>${escaped(name)}</th>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>
${rows.map((row) => `<tr>${row}</tr>`).join('\n')}
</tbody></table>`;
}

const STYLE = `
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, sans-serif; color: #1b1f24; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { margin-top: 2.5rem; font-size: 1.2rem; } h3 { font-size: 1rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem; border-bottom: 1px solid #d8dde3; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.good { color: #11693a; } .bad { color: #b3261e; font-weight: 600; }
code, pre { font: 13px/1.45 ui-monospace, monospace; background: #f4f6f8; border-radius: 4px; }
code { padding: 0.1rem 0.3rem; } pre { padding: 0.6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
svg { width: 100%; border-bottom: 1px solid #8a939d; margin-top: 1rem; } svg text { font-size: 9px; fill: #7a5b00; }
rect.served { fill: #4a7fb5; } rect.failed { fill: #c4483f; } rect.fault { fill: #fbe7b2; }
.key span { margin-left: 1rem; } span.served { color: #4a7fb5; } span.failed { color: #c4483f; } span.fault { color: #e8c766; }
details { margin: 0.5rem 0; } summary { font-weight: 600; }
@media print { body { margin: 0; max-width: none; font-size: 11px; } tr, svg { break-inside: avoid; } }
`;
