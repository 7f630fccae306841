/** What the room shows, as it stands in its address. */
export const SECTIONS = [
  'general',
  'service',
  'systems',
  'notifications',
  'shortcuts',
  'storage',
  'data',
  'privacy',
  'about',
] as const
export type Section = (typeof SECTIONS)[number]

export interface Search {
  /** General when left out. */
  readonly section?: Section
}

export function readSearch({ section }: Record<string, unknown>): Search {
  const known = SECTIONS.find((name) => name === section)
  return known === undefined || known === 'general' ? {} : { section: known }
}
