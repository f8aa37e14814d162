import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from '@jest/globals';
import { filledIn, SECRET_PLACE, START_PAGES } from '../src/screens/applications/snippets.ts';

const DOCS = fileURLToPath(new URL('../../../docs/start', import.meta.url));
const FACTS = {
  issuer: 'https://login.example',
  clientId: 'shop',
  origin: 'http://localhost:8080',
};

describe('the snippets', () => {
  test('are all pages of docs/start', () => {
    const documents = readdirSync(DOCS).filter((name) => name !== 'README.md');
    expect(START_PAGES.map(({ page }) => `${page}.md`).sort()).toEqual(documents.sort());
  });

  test.each(START_PAGES)('have each block of $page.md, unchanged and in its order', (page) => {
    const document = readFileSync(`${DOCS}/${page.page}.md`, 'utf8');
    const fences = document.match(/^```\w+ \S+$/gm);
    const rebuilt = page.blocks.map(({ language, name }) => `\`\`\`${language} ${name}`);
    expect(rebuilt).toEqual(fences);
    for (const { language, name, text } of page.blocks) {
      expect(document).toContain(`\`\`\`${language} ${name}\n${text}\`\`\``);
    }
  });

  test.each(START_PAGES)(
    'of $page.md name this application, not the demo, and no secret',
    (page) => {
      const text = filledIn(page, FACTS)
        .blocks.map((block) => block.text)
        .join('\n');
      for (const part of [FACTS.issuer, FACTS.clientId, SECRET_PLACE]) expect(text).toContain(part);
      expect(text).not.toMatch(/demo-start|localhost:30\d\d/);
    },
  );
});
