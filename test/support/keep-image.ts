import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Page } from 'playwright-core';

/** With `UPDATE_SCREENSHOTS=1` the images of the documentation are made anew. */
export async function keepImage(page: Page, name: string): Promise<void> {
  if (process.env.UPDATE_SCREENSHOTS !== '1') return;
  const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}${name}.png`, fullPage: true });
}
