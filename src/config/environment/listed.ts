/** The parts of a list that is parted by commas or white space. */
export function listed(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter((part) => part !== '');
}
