/** The first day of a moment's month and of the next, in UTC: `2026-11-01`. */
export function monthOf(moment: Date): { readonly from: string; readonly until: string } {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()];
  const day = (value: number) => new Date(value).toISOString().slice(0, 10);
  return { from: day(Date.UTC(year, month)), until: day(Date.UTC(year, month + 1)) };
}
