import type { Block, TableRow } from '../../../../domain/markdown.ts';
import type { Inline } from '../../../../domain/markdown-inline.ts';
import { type Html, html } from '../html.ts';

type Level = Extract<Block, { readonly kind: 'heading' }>['level'];

/**
 * A text's blocks as HTML, below a heading of the second level. Whatever looks like HTML in it is text. A heading
 * looks as its level says; for screen readers the levels that the text skips are left out.
 */
export function markdownHtml(blocks: readonly Block[]): Html {
  const levels = blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : []));
  const used = [...new Set(levels)].sort();
  return html`${blocks.map((block) => blockHtml(block, used))}`;
}

function blockHtml(block: Block, levels: readonly Level[]): Html {
  switch (block.kind) {
    case 'heading':
      return headingHtml(block.level, levels.indexOf(block.level), inlineHtml(block.content));
    case 'list':
      return html`<ul>${block.items.map((item) => html`<li>${inlineHtml(item)}</li>`)}</ul>`;
    case 'rule':
      return html`<hr>`;
    case 'table':
      return tableHtml(block.head, block.rows);
    case 'paragraph':
      return html`<p class="plain">${block.lines.map(lineHtml)}</p>`;
  }
}

function headingHtml(level: Level, depth: number, content: Html): Html {
  const look = `heading-${level}`;
  if (depth === 0) return html`<h3 class="${look}">${content}</h3>`;
  if (depth === 1) return html`<h4 class="${look}">${content}</h4>`;
  return html`<h5 class="${look}">${content}</h5>`;
}

function tableHtml(head: TableRow, rows: readonly TableRow[]): Html {
  const names = head.map((cell) => html`<th scope="col">${inlineHtml(cell)}</th>`);
  const body = rows.map((row) => {
    const cells = row.map((cell) => html`<td>${inlineHtml(cell)}</td>`);
    return html`<tr>${cells}</tr>`;
  });
  return html`<table><thead><tr>${names}</tr></thead><tbody>${body}</tbody></table>`;
}

/** A paragraph keeps its line breaks. */
function lineHtml(line: readonly Inline[], at: number): Html {
  return html`${at > 0 && '\n'}${inlineHtml(line)}`;
}

function inlineHtml(line: readonly Inline[]): Html {
  return html`${line.map(({ text, strong }) => (strong ? html`<strong>${text}</strong>` : html`${text}`))}`;
}
