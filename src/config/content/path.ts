/** Where something stands below another path: `a` and `b` make `a.b`, `a` and `[0]` make `a[0]`. */
export function joinedPath(parent: string, child: string): string {
  if (parent === '' || child === '' || child.startsWith('[')) return parent + child;
  return `${parent}.${child}`;
}
