/** A test or a group with all its names: its title, alone and after the titles of its groups. */
interface Named {
  readonly names: readonly string[];
  readonly indent: number;
  readonly title: string;
  readonly isGroup: boolean;
  readonly isSkipped: boolean;
}

/** A call of jest, or the end of a table, at the beginning of a line, as the formatter places it. */
const CALL =
  /^(?<indent> *)(?:(?<kind>x?(?:describe|test|it)(?:[A-Z]\w*)?)(?<how>(?:\.\w+)*)(?=[<(])|[\])])/gm;
const TITLE = /^.*?\((?:\n *)?(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>).)*)\k<quote>,/;
/** The first text of each row of a table. */
const ROW = /\[\s*(?<quote>['"`])(?<row>(?:\\.|(?!\k<quote>).)*)\k<quote>[,\]]/g;
const SKIPPED = /^x|\.(?:skip|todo|failing)\b/;

/** The number of tests and groups with exactly this name. Skipped ones do not count. */
export function testsNamed(text: string, name: string): number {
  return testsIn(text).filter(({ names }) => names.includes(name)).length;
}

function testsIn(text: string): readonly Named[] {
  const found: Named[] = [];
  let around: readonly Named[] = [];
  let call = { kind: '', how: '', at: 0 };
  for (const match of text.matchAll(CALL)) {
    const { indent = '', kind, how = '' } = match.groups ?? {};
    if (kind !== undefined) call = { kind, how, at: match.index };
    const titled = TITLE.exec(text.slice(match.index));
    const { title } = titled?.groups ?? {};
    if (titled === null || title === undefined) continue;
    around = around.filter((group) => group.indent < indent.length);
    const table = text.slice(call.at, match.index + titled[0].length);
    const rows = [...table.matchAll(ROW)].map(({ groups }) => groups?.row);
    const one = namedTest(plain(title), { around, rows: rows.map((row = '') => plain(row)) });
    const isSkipped =
      SKIPPED.test(`${call.kind}${call.how}`) || around.some((group) => group.isSkipped);
    const isGroup = call.kind.includes('describe');
    const named = { ...one, indent: indent.length, isGroup, isSkipped };
    found.push(named);
    if (isGroup) around = [...around, named];
  }
  return found.filter(({ isSkipped }) => !isSkipped);
}

function namedTest(
  title: string,
  { around, rows }: { readonly around: readonly Named[]; readonly rows: readonly string[] },
) {
  const own = [title, ...rows.map((row) => title.replace('%s', () => row))];
  const path = around.map((group) => `${group.title} > `).join('');
  return { title, names: [...new Set([...own, ...own.map((name) => `${path}${name}`)])] };
}

function plain(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}
