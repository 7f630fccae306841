/** What the chat shows, as it stands in its address. Pure. */
import { textsOf, type Address } from '../../ui/address.ts'

export interface Search {
  /** Whose chat; the one that runs now, or comes next, when left out. */
  readonly schedule?: string
  /** A part of what was said, or of who said it. */
  readonly q?: string
  /** Large type, to be read from afar. */
  readonly view?: 'presenter'
}

export function readSearch(address: Address): Search {
  const texts = textsOf(address, ['schedule', 'q'])
  return address['view'] === 'presenter' ? { ...texts, view: 'presenter' } : texts
}

/** The same with some members changed; an empty text takes one out. */
export const changed = (search: Search, change: Readonly<Record<string, string>>): Search =>
  readSearch({ ...search, ...change })
