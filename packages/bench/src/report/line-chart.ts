import { legend } from './bar-chart.ts';
import { axisStep, COLOURS, curve, rule, svgText, text } from './svg.ts';

/** Curves over one size, at equal distances as on a logarithmic scale. */
export interface LineChart {
  readonly title: string;
  readonly unit: string;
  readonly sizes: readonly string[];
  readonly curves: readonly { readonly name: string; readonly values: readonly number[] }[];
}

const WIDTH = 760;
const HEIGHT = 320;
const LEFT = 60;
const RIGHT = 40;
const TOP = 78;
const BOTTOM = HEIGHT - 44;

/** Draws it from zero, so that growth has its true proportion. */
export function lineChart({ title, unit, sizes, curves }: LineChart): string {
  const highest = Math.max(...curves.flatMap(({ values }) => values));
  const step = axisStep(highest, 5);
  const top = Math.ceil(highest / step) * step;
  const yOf = (value: number) => BOTTOM - ((BOTTOM - TOP) * value) / top;
  const gap = (WIDTH - LEFT - RIGHT) / Math.max(sizes.length - 1, 1);
  const xOf = (index: number) => LEFT + index * gap;
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  const shapes = [
    ...legend(curves.map(({ name }) => name)),
    text(unit, { x: WIDTH - RIGHT, y: 53, anchor: 'end', kind: 'muted' }),
    ...ticks.flatMap((tick) => [
      rule([LEFT, yOf(tick)], [WIDTH - RIGHT, yOf(tick)]),
      text(String(tick), { x: LEFT - 8, y: yOf(tick) + 4, anchor: 'end', kind: 'muted' }),
    ]),
    ...sizes.map((size, index) =>
      text(size, { x: xOf(index), y: BOTTOM + 20, anchor: 'middle', kind: 'muted' }),
    ),
    ...curves.map(({ values }, index) =>
      curve(
        values.map((value, place) => [xOf(place), yOf(value)] as const),
        COLOURS[index] ?? COLOURS[0],
      ),
    ),
  ];
  return svgText({ title, width: WIDTH, height: HEIGHT, shapes });
}
