/** An id made from a name: lower case, ASCII, with hyphens; empty for a name without such letters. */
export function idOf(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
}

interface Titled {
  readonly eid: string;
  readonly title: string;
}

/** The title of an eID; with its name where another one has the same title. */
export function distinctTitle({ eid, title }: Titled, all: readonly Titled[]): string {
  const isShared = all.some((one) => one.title === title && one.eid !== eid);
  return isShared ? `${title} (${eid})` : title;
}
