/** The filters that an operator keeps, for this browser. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { readFilter, type ChannelFilter } from './filter.ts'

export interface SavedFilter {
  readonly id: string
  readonly name: string
  readonly filter: ChannelFilter
}

/** The longest name of a filter, characters. */
export const MOST_NAME_CHARACTERS = 40

interface SavedFilters {
  /** In the order in which they were saved. */
  readonly filters: readonly SavedFilter[]
  readonly save: (name: string, filter: ChannelFilter) => void
  readonly rename: (id: string, name: string) => void
  readonly remove: (id: string) => void
}

export const useSavedFilters = create<SavedFilters>()(
  persist(
    (set) => ({
      filters: [],
      save: (name, filter) =>
        set(({ filters }) => ({ filters: [...filters, { id: crypto.randomUUID(), name, filter }] })),
      rename: (id, name) =>
        set(({ filters }) => ({ filters: filters.map((one) => (one.id === id ? { ...one, name } : one)) })),
      remove: (id) => set(({ filters }) => ({ filters: filters.filter((one) => one.id !== id) })),
    }),
    {
      name: 'airdesk.channel-filters',
      partialize: ({ filters }) => ({ filters }),
      merge: (kept, current) => ({ ...current, filters: keptFilters(kept) }),
    },
  ),
)

/** What was kept, maybe by another version, as far as it is known. Pure. */
export function keptFilters(kept: unknown): readonly SavedFilter[] {
  const { filters }: { filters?: unknown } = typeof kept === 'object' && kept !== null ? kept : {}
  if (!Array.isArray(filters)) return []
  return filters.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return []
    const { id, name, filter }: Partial<Record<keyof SavedFilter, unknown>> = one
    if (typeof id !== 'string' || typeof name !== 'string') return []
    return typeof filter === 'object' && filter !== null
      ? [{ id, name, filter: readFilter({ ...filter }) }]
      : []
  })
}
