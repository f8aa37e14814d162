import { SaxesParser, type SaxesTagNS } from 'saxes';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const MAX_ELEMENTS = 1_000;
const MAX_DEPTH = 30;

/** Shapes, and what paints them. None loads, runs, moves or repeats anything. */
const ELEMENTS: ReadonlySet<string> = new Set(
  `svg g defs title desc path rect circle ellipse line polyline polygon
  linearGradient radialGradient stop clipPath mask`.split(/\s+/),
);
const ATTRIBUTES: ReadonlySet<string> = new Set(
  `id version viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points pathLength
  transform fill fill-rule fill-opacity clip-rule clip-path mask opacity color stroke stroke-width stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity stop-color stop-opacity offset
  gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits vector-effect
  shape-rendering role aria-hidden aria-label aria-labelledby focusable`.split(/\s+/),
);
/** A gradient may continue another one of the same image. */
const OWN_PART = /^#[\w.-]+$/;
const OWN_PAINT = /^url\(\s*['"]?#[\w.-]+['"]?\s*\)(?:\s+[\w#]+)?$/;

/** The problem of an SVG that could do anything but show shapes; names the element or attribute. */
export function svgProblem(bytes: Buffer): string | undefined {
  const text = textOf(bytes);
  if (text === undefined) return 'must be a PNG, or an SVG in UTF-8';
  try {
    parse(text);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    return 'must be a PNG or SVG image: it is neither, or its XML is not well-formed';
  }
}

class Refused extends Error {}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** @throws {Refused} @throws {Error} by the parser, at the first fault */
function parse(text: string): void {
  const parser = new SaxesParser({ xmlns: true });
  let depth = 0;
  let elements = 0;
  const refuse = (message: string): never => {
    throw new Refused(message);
  };
  // Entities can only be declared in it.
  parser.on('doctype', () => refuse('must not have a DOCTYPE'));
  parser.on('processinginstruction', ({ target }) => refuse(`must not have <?${target}?>`));
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    elements += 1;
    if (depth > MAX_DEPTH) refuse(`must not be deeper than ${MAX_DEPTH} elements`);
    if (elements > MAX_ELEMENTS) refuse(`must have at most ${MAX_ELEMENTS} elements`);
    checkTag(tag, depth === 1);
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  parser.write(text).close();
}

function checkTag({ name, local, uri, attributes }: SaxesTagNS, isRoot: boolean): void {
  if (uri !== SVG || !ELEMENTS.has(local) || isRoot !== (local === 'svg')) {
    throw new Refused(`must not contain <${name}>: only shapes, gradients, clips and masks`);
  }
  for (const attribute of Object.values(attributes)) {
    if (isNamespace(attribute)) continue;
    if (attribute.uri === XLINK && attribute.local === 'href' && OWN_PART.test(attribute.value)) {
      continue;
    }
    const isKnown =
      attribute.uri === '' && (ATTRIBUTES.has(attribute.name) || isOwnHref(attribute));
    if (!isKnown) throw new Refused(`must not have the attribute ${attribute.name} at <${name}>`);
    if (/url\s*\(/i.test(attribute.value) && !OWN_PAINT.test(attribute.value.trim())) {
      throw new Refused(`must refer to its own parts only: ${attribute.name} at <${name}>`);
    }
  }
  if (isRoot && attributes.viewBox === undefined) {
    throw new Refused('must have a viewBox, for its proportions');
  }
}

function isNamespace({ uri, name }: { readonly uri: string; readonly name: string }): boolean {
  return uri === XMLNS || name === 'xmlns' || name.startsWith('xmlns:');
}

function isOwnHref({ name, value }: { readonly name: string; readonly value: string }): boolean {
  return name === 'href' && OWN_PART.test(value);
}
