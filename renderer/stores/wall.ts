/** How the operator arranged the wall, for this browser. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export const WALL_LAYOUTS = ['2x2', '1+5', '3x3'] as const
export type WallLayout = (typeof WALL_LAYOUTS)[number]
export type WallOrder = 'urgency' | 'name'

interface WallStore {
  readonly layout: WallLayout
  readonly order: WallOrder
  readonly setLayout: (layout: WallLayout) => void
  readonly setOrder: (order: WallOrder) => void
}

export const useWall = create<WallStore>()(
  persist(
    (set) => ({
      layout: '2x2',
      order: 'urgency',
      setLayout: (layout) => set({ layout }),
      setOrder: (order) => set({ order }),
    }),
    { name: 'airdesk.wall' },
  ),
)
