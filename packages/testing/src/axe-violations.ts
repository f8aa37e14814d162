import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** A violation that axe finds on a page. */
export interface Flaw {
  readonly id: string;
  /** The markup of the affected elements. */
  readonly where: readonly string[];
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Every violation that axe finds. */
export function flawsOf(page: Page): Promise<readonly Flaw[]> {
  return found(axe(page).withTags(TAGS));
}

/** The violations that depend on colours. */
export function colourFlawsOf(page: Page): Promise<readonly Flaw[]> {
  return found(axe(page).withRules(ABOUT_COLOURS));
}

/** The pages have no frames, so axe needs no second page to merge results, which is slow. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}

async function found(builder: AxeBuilder): Promise<readonly Flaw[]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
}
