/** Shows the RP's text in an element like the app: plain, or in BankID's simple markdown. Never as HTML. */
export function showText(element, { text, format }) {
  element.replaceChildren(...(format === 'simpleMarkdownV1' ? blocks(text) : [plain(text)]));
}

function plain(text) {
  return create('p', { className: 'plain', textContent: text });
}

/** Headings with one to three #, rules, lists with +, and paragraphs. */
function blocks(text) {
  const elements = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, marks, heading] = /^(#{1,3}) +(.*)$/.exec(line) ?? [];
    const [, item] = /^\+ +(.*)$/.exec(line) ?? [];
    if (marks !== undefined) elements.push(inline(`h${marks.length + 2}`, heading));
    else if (item !== undefined) listAtEnd(elements).append(inline('li', item));
    else if (/^---+\s*$/.test(line)) elements.push(create('hr', {}));
    else if (line.trim() !== '') elements.push(inline('p', line));
  }
  return elements;
}

function listAtEnd(elements) {
  const last = elements.at(-1);
  if (last?.localName === 'ul') return last;
  const list = create('ul', {});
  elements.push(list);
  return list;
}

/** A line in which *this* is strong. */
function inline(name, line) {
  const element = create(name, {});
  line.split(/\*([^*]+)\*/).forEach((part, index) => {
    element.append(index % 2 === 1 ? create('strong', { textContent: part }) : part);
  });
  return element;
}

function create(name, properties) {
  return Object.assign(document.createElement(name), properties);
}
