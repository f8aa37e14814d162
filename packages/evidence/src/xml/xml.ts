import { demand, Unverified } from '../unverified.ts';

/** An element that contains either elements or text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** The exact beginning of BankID's documents. */
const PROLOG = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>';

const START_TAG = /<([A-Za-z0-9]+)((?: [A-Za-z]+="[A-Za-z0-9+/=._:*#-]*")*)>/y;
const END_TAG = /<\/([A-Za-z0-9]+)>/y;
// Base64, OIDs and words: no character needs escaping.
const TEXT = /[A-Za-z0-9+/=._:*-]+/y;
const DEEPEST = 16;

/**
 * Parses canonical XML (Canonical XML 1.0), as BankID writes it. Anything ambiguous is refused: prefixes, entities,
 * comments, CDATA, processing instructions, a DOCTYPE, empty-element tags, white space between elements, text beside
 * elements. @throws {Unverified} form
 */
export function parseXml(source: string): XmlElement {
  demand(source.startsWith(PROLOG), 'form', 'the document does not begin as BankID begins it');
  const top = openElement('');
  const open = [top];
  for (let at = PROLOG.length; at < source.length; ) at += readToken(source, at, open);
  const [root, ...others] = top.children;
  const isWhole = open.length === 1 && others.length === 0 && top.text === '';
  demand(root !== undefined && isWhole, 'form', 'the document is not one whole element');
  demand(PROLOG + canonicalXml(root) === source, 'form', 'the document is not canonical');
  return root;
}

/** The canonical text of an element that declares its own namespace. */
export function canonicalXml({ name, attributes, children, text }: XmlElement): string {
  const written = [...attributes].map(([key, value]) => ` ${key}="${value}"`);
  return `<${name}${written.join('')}>${children.map(canonicalXml).join('')}${text}</${name}>`;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

function openElement(name: string, attributes = ''): OpenElement {
  return { name, attributes: readAttributes(attributes), children: [], text: '' };
}

/** Reads one tag or text into the open elements, the innermost last; returns its length. */
function readToken(source: string, at: number, open: OpenElement[]): number {
  const parent = open[open.length - 1];
  if (parent === undefined) throw new Unverified('form', 'something follows the document');
  if (source.startsWith('</', at)) {
    const [tag, name] = matchAt(END_TAG, source, at);
    demand(open.pop()?.name === name, 'form', 'an element ends that was not open');
    return tag.length;
  }
  if (source[at] !== '<') {
    const [text] = matchAt(TEXT, source, at);
    demand(parent.children.length === 0, 'form', 'text stands beside elements');
    parent.text = text;
    return text.length;
  }
  const [tag, name = '', attributes] = matchAt(START_TAG, source, at);
  demand(parent.text === '', 'form', 'text stands beside elements');
  demand(open.length <= DEEPEST, 'form', 'elements are nested too deep');
  const element = openElement(name, attributes);
  parent.children.push(element);
  open.push(element);
  return tag.length;
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray {
  pattern.lastIndex = at;
  const match = pattern.exec(source);
  if (match === null) throw new Unverified('form', offenceAt(source, at));
  return match;
}

/** The reason for anything except a plain tag or text. */
function offenceAt(source: string, at: number): string {
  const offences = { '<!--': 'a comment', '<![CDATA[': 'CDATA', '<!DOCTYPE': 'a DOCTYPE' };
  const known = Object.entries(offences).find(([start]) => source.startsWith(start, at));
  if (known !== undefined) return `the document holds ${known[1]}`;
  if (source.startsWith('<?', at)) return 'the document holds a processing instruction';
  if (source[at] === '&') return 'the document holds an entity';
  if (source[at] === '<') return 'a tag is not written as BankID writes it';
  return 'a character stands where none belongs';
}

function readAttributes(written: string): ReadonlyMap<string, string> {
  const pairs = [...written.matchAll(/ ([A-Za-z]+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  const names = pairs.map(([name]) => name);
  demand(new Set(names).size === names.length, 'form', 'an attribute stands there twice');
  const inOrder = names.toSorted(byCanonicalOrder);
  demand(names.join() === inOrder.join(), 'form', 'attributes are not in canonical order');
  return new Map(pairs);
}

/** The namespace first, then by name. */
function byCanonicalOrder(one: string, other: string): number {
  if (one === 'xmlns') return -1;
  if (other === 'xmlns') return 1;
  return one < other ? -1 : 1;
}
