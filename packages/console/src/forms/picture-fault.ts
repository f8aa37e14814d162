/** In bytes: what the service accepts of a logo. */
const MAX_BYTES = 64 * 1024;

/** Why a chosen file can be no logo, before it is read; undefined: the service judges it. */
export function pictureFault({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (size <= MAX_BYTES) return undefined;
  return `${name} has ${Math.ceil(size / 1024)} kB: a logo has at most ${MAX_BYTES / 1024} kB.`;
}
