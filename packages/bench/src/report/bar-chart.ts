import { axisStep, bar, COLOURS, rule, svgText, text } from './svg.ts';

/** Named bars, each of one or more parts. */
export interface BarChart {
  readonly title: string;
  readonly unit: string;
  /** The names of a bar's parts. */
  readonly parts: readonly string[];
  readonly bars: readonly { readonly name: string; readonly values: readonly number[] }[];
}

const WIDTH = 760;
const NAMES = 230;
const TOP = 78;
const ROW = 34;
const RIGHT = 70;

/** Draws horizontal bars, so that the names are readable. */
export function barChart({ title, unit, parts, bars }: BarChart): string {
  const highest = Math.max(...bars.map(({ values }) => sum(values)));
  const step = axisStep(highest, 6);
  const scale = (WIDTH - NAMES - RIGHT) / (Math.ceil(highest / step) * step);
  const height = TOP + bars.length * ROW + 40;
  const bottom = height - 34;
  const ticks = Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
  const shapes = [
    ...legend(parts),
    ...ticks.flatMap((tick) => [
      rule([NAMES + tick * scale, TOP - 10], [NAMES + tick * scale, bottom]),
      text(String(tick), {
        x: NAMES + tick * scale,
        y: bottom + 18,
        anchor: 'middle',
        kind: 'muted',
      }),
    ]),
    text(unit, { x: WIDTH - RIGHT, y: 53, anchor: 'end', kind: 'muted' }),
    ...bars.flatMap(({ name, values }, row) =>
      drawBar(name, values, { y: TOP + row * ROW, scale }),
    ),
  ];
  return svgText({ title, width: WIDTH, height, shapes });
}

/** The legend. */
export function legend(parts: readonly string[]): readonly string[] {
  return parts.flatMap((part, index) => {
    const x = 16 + index * 150;
    const fill = COLOURS[index] ?? COLOURS[0];
    return [bar(x, 42, { width: 12, height: 12, fill }), text(part, { x: x + 18, y: 53 })];
  });
}

function drawBar(
  name: string,
  values: readonly number[],
  { y, scale }: { readonly y: number; readonly scale: number },
): readonly string[] {
  const parts = values.map((value, index) => {
    const before = sum(values.slice(0, index));
    const fill = COLOURS[index] ?? COLOURS[0];
    return bar(NAMES + before * scale, y, { width: value * scale, height: 20, fill });
  });
  const total = sum(values);
  return [
    text(name, { x: NAMES - 10, y: y + 15, anchor: 'end' }),
    ...parts,
    text(total.toFixed(total < 10 ? 1 : 0), { x: NAMES + total * scale + 6, y: y + 15 }),
  ];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
