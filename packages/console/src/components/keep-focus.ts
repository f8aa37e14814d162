const HEADINGS = 'h1, h2, h3';

/**
 * Keeps the place of a keyboard on the page. A button that was disabled while it worked gets the focus back. Where the
 * focused element is gone, the heading nearest above it gets the focus. Otherwise the browser begins at the top again.
 */
export function keepFocus(page: Document): void {
  /** The focused element, then what it is in. */
  let path: readonly Element[] = [];
  page.addEventListener('focusin', ({ target }) => {
    path = target instanceof Element ? withAncestors(target) : [];
  });
  // Who points elsewhere has left the place.
  page.addEventListener('pointerdown', () => {
    path = [];
  });
  new MutationObserver(restore).observe(page.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });

  function restore(): void {
    const [focused] = path;
    if (focused === undefined || page.activeElement !== page.body) return;
    if (!focused.isConnected) focusHeading();
    else if (focused instanceof HTMLElement && !focused.matches(':disabled')) focused.focus();
  }

  function focusHeading(): void {
    const headings = path
      .filter((one) => one.isConnected && one !== page.body && one !== page.documentElement)
      .map((one) => one.querySelector<HTMLElement>(HEADINGS));
    const nearest = headings.find((heading) => heading !== null);
    if (nearest) focusOn(nearest);
  }
}

/** Moves the focus to an element, also to one that is read and not used. */
export function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus();
}

/** After a refusal: moves the focus to the first faulty field of a form, which may be folded, or to what was said. */
export function focusFault(form: HTMLElement | null): void {
  const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const folded = fault?.closest('details');
  if (folded) folded.open = true;
  const target = fault ?? form?.querySelector<HTMLElement>('[role="alert"]');
  if (target) focusOn(target);
}

function withAncestors(element: Element): readonly Element[] {
  const { parentElement } = element;
  return parentElement === null ? [element] : [element, ...withAncestors(parentElement)];
}
