const FIRST = Date.UTC(2030, 0, 1)

/** A minute since 2030 as requests of the option API have it, `Y/m/d H:i:s`. */
export function minuteText(minute: number): string {
  const iso = new Date(FIRST + minute * 60_000).toISOString()
  return iso.slice(0, 19).replace('T', ' ').replaceAll('-', '/')
}
