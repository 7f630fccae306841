/** What the room shows, as it stands in its address. Pure. */
import { oneOf, textsOf, type Address } from '../../ui/address.ts'

const PANES = ['new', 'many', 'code', 'password'] as const

export interface Search {
  /** A part of a name or of an e-mail. */
  readonly q?: string
  /** Id of the user whose details are shown. */
  readonly user?: string
  /** What stands beside the list instead: a new user, several of a table, the access code, one's own password. */
  readonly pane?: (typeof PANES)[number]
}

/** Reads an address; what is unknown or empty is left out. */
export function readSearch(address: Address): Search {
  const pane = oneOf(address, 'pane', PANES)
  const { q, user } = textsOf(address, ['q', 'user'])
  return {
    ...(q === undefined ? {} : { q }),
    ...(pane === undefined ? {} : { pane }),
    ...(user === undefined || pane !== undefined ? {} : { user }),
  }
}

/** What stands beside the list at an address. */
export const besideOf = ({ pane, user }: Address): unknown => pane ?? user

/** The same with some members changed; an empty text takes one out. */
export const changed = (search: Search, change: Readonly<Record<string, string>>): Search =>
  readSearch({ ...search, ...change })

/** Changes members of the address; by the router's question where something would be lost, unless it is ignored. */
export type Change = (
  members: Readonly<Record<string, string>>,
  how?: { readonly replace?: boolean; readonly ignoreBlocker?: boolean },
) => void
