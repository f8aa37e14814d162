import { generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';

/** Markup that is safe to send: every text in it is escaped. Only `html` makes it. */
export class Html {
  readonly #markup: string;

  constructor(parts: readonly string[], values: readonly Insert[]) {
    this.#markup = parts.reduce((markup, part, at) => markup + written(values[at - 1]) + part);
  }

  toString(): string {
    return this.#markup;
  }
}

/** A value of a template. Texts are escaped; `undefined` and `false` leave nothing behind. */
export type Insert = string | number | Html | undefined | false | readonly (string | Html)[];

/** Template tag for HTML and SVG. Attribute values must be in double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly Insert[]): Html {
  return new Html(parts, values);
}

function written(value: Insert): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number' || value instanceof Html) return String(value);
  return value.reduce<string>((markup, part) => markup + written(part), '');
}

/** In one pass without a callback: a text to sign may need tens of thousands of entities. */
function escaped(text: string): string {
  let markup = '';
  let copied = 0;
  for (let at = text.search(/[&<>"']/); at >= 0 && at < text.length; at += 1) {
    const entity = ENTITIES[text.charCodeAt(at)];
    if (entity === undefined) continue;
    markup += text.slice(copied, at) + entity;
    copied = at + 1;
  }
  return markup + text.slice(copied);
}

const ENTITIES: Readonly<Record<number, string>> = {
  34: '&quot;',
  38: '&amp;',
  39: '&#39;',
  60: '&lt;',
  62: '&gt;',
};

/** A QR code as an SVG document: black on white with its quiet zone, for pages without a script. */
export function qrImage(text: string): string {
  return toSvgSource(generate(text), { on: 'black', off: 'white', scale: 6 });
}
