import type { HistoryEvent } from '../history/event.ts';
import type { InjectedFault } from '../inject-faults.ts';

const WIDTH = 960;
const HEIGHT = 120;
const BARS = 120;

/** A chart of responses over time: served and refused ones below, 5xx and lost ones above, faults as background. */
export function timeline(
  events: readonly HistoryEvent[],
  faults: readonly InjectedFault[],
): string {
  const end = Math.max(1, events.at(-1)?.at ?? 1);
  const served = new Array<number>(BARS).fill(0);
  const failed = new Array<number>(BARS).fill(0);
  for (const { type, at } of events) {
    const bar = Math.min(BARS - 1, Math.floor((at / end) * BARS));
    if (type === 'ok' || type === 'refused') served[bar] = (served[bar] ?? 0) + 1;
    if (type === 'failed' || type === 'unknown') failed[bar] = (failed[bar] ?? 0) + 1;
  }
  const most = Math.max(1, ...served.map((count, bar) => count + (failed[bar] ?? 0)));
  const x = (ms: number) => ((ms / end) * WIDTH).toFixed(1);
  const bands = faults.map(({ scenario, began, ended }) => {
    const title = escaped(`${scenario.id} ${scenario.title}`);
    const width = Math.max(1, Number(x(ended)) - Number(x(began))).toFixed(1);
    return `<g><title>${title}</title><rect class="fault" x="${x(began)}" y="0" width="${width}" height="${HEIGHT}"/>
<text x="${x(began)}" y="10">${scenario.id}</text></g>`;
  });
  const bars = served.map((count, bar) => {
    const lost = failed[bar] ?? 0;
    const height = (count / most) * (HEIGHT - 14);
    const above = (lost / most) * (HEIGHT - 14);
    const left = ((bar / BARS) * WIDTH).toFixed(1);
    const width = (WIDTH / BARS - 1).toFixed(1);
    const rect = (kind: string, y: number, tall: number) =>
      `<rect class="${kind}" x="${left}" y="${y.toFixed(1)}" width="${width}" height="${tall.toFixed(1)}"/>`;
    return rect('served', HEIGHT - height, height) + rect('failed', HEIGHT - height - above, above);
  });
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Answers over time, with the faults">
${bands.join('')}${bars.join('')}</svg>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text that is safe in HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
