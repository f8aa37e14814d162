import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds wrong on a page. */
export interface Flaw {
  readonly id: string;
  /** The markup of the elements that have it. */
  readonly where: readonly string[];
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Every flaw that axe knows. */
export function flawsOf(page: Page): Promise<readonly Flaw[]> {
  return found(axe(page).withTags(TAGS));
}

/** The flaws that other colours alone can bring. */
export function colourFlawsOf(page: Page): Promise<readonly Flaw[]> {
  return found(axe(page).withRules(ABOUT_COLOURS));
}

/** Our pages have no frames: without those axe needs no second page to join what it found, which is slow. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}

async function found(builder: AxeBuilder): Promise<readonly Flaw[]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
}
