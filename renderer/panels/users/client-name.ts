/** What signed in, by what it says of itself. Pure. */

/** In this order: each of them also says what those after it do. */
const PROGRAMS = [
  ['Edg/', 'Edge'],
  ['Electron/', 'Airdesk'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = [
  ['Windows', 'Windows'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Macintosh', 'macOS'],
  ['Android', 'Android'],
  ['Linux', 'Linux'],
] as const

/** `Firefox, Linux`; of what is no browser, its own first word; empty where it says nothing. */
export function clientName(client: string): string {
  if (!client.startsWith('Mozilla/')) return client.split(' ')[0] ?? ''
  const names = [PROGRAMS, SYSTEMS].flatMap(
    (known) => known.find(([word]) => client.includes(word))?.[1] ?? [],
  )
  return names.length === 0 ? client : names.join(', ')
}
