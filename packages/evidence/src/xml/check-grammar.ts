import { demand } from '../unverified.ts';
import { grammar, type Rule } from './grammar.ts';
import type { XmlElement } from './xml.ts';

/** Refuses parts outside BankID's profile, and repeated Ids. @throws {Unverified} form */
export function checkVocabulary(root: XmlElement): void {
  const elements = [...withDescendants(root)];
  for (const { name, attributes } of elements) {
    const rule = grammar.get(name);
    demand(rule !== undefined, 'form', 'an unknown element');
    const known = Object.keys(rule.attributes ?? {}).map(bare);
    const isKnown = [...attributes.keys()].every((attribute) => known.includes(attribute));
    demand(isKnown, 'form', 'an unknown attribute');
  }
  const ids = elements.flatMap(({ attributes }) => attributes.get('Id') ?? []);
  demand(new Set(ids).size === ids.length, 'form', 'an Id stands there twice');
}

/** Checks that every element is in its position, with its required attributes. @throws {Unverified} structure */
export function checkStructure(root: XmlElement): void {
  demand(root.name === 'Signature', 'structure', 'the document is no Signature');
  for (const element of withDescendants(root)) {
    const rule = grammar.get(element.name) ?? {};
    demand(hasAttributes(element, rule), 'structure', `the attributes of ${element.name}`);
    demand(hasContent(element, rule), 'structure', `the content of ${element.name}`);
  }
}

function* withDescendants(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* withDescendants(child);
}

function hasAttributes({ attributes }: XmlElement, rule: Rule): boolean {
  return Object.entries(rule.attributes ?? {}).every(([name, fixed]) => {
    const value = attributes.get(bare(name));
    if (value === undefined) return name.endsWith('?');
    return fixed === undefined || value === fixed;
  });
}

function hasContent({ children, text }: XmlElement, rule: Rule): boolean {
  if (rule.children === undefined) return children.length === 0;
  if (text !== '') return false;
  return orderOf(rule.children).test(children.map(({ name }) => `${name} `).join(''));
}

/** `a b? c+` as an expression over names, a space behind each. */
function orderOf(names: string): RegExp {
  return new RegExp(`^${names.replace(/(\w+)([?+]?) ?/g, '(?:$1 )$2')}$`);
}

function bare(name: string): string {
  return name.replace('?', '');
}
