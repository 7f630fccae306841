/** Keys that work in every room. None is a bare letter inside a field or during a conversion. */
import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { getLive } from '../api/events/store.ts'
import { OPERATES, roomOfDigit } from '../rooms.ts'
import { useMay } from '../stores/session.ts'
import { useRooms } from './use-rooms.ts'
import { isTyping, layerOpen } from '../ui/enter.ts'
import { byUrgency, drawState } from '../channel/state.ts'
import { makeNewThing } from './new-thing.ts'
import { palette } from './palette.ts'
import { openShortcuts } from './shortcuts.tsx'

/** Moves the focus to the next pane, or to the one before. */
function cyclePanes(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')]
  if (panes.length === 0) return
  // A pane inside another comes after it.
  const current = panes.findLastIndex((pane) => pane.contains(document.activeElement))
  const start = current === -1 && step === -1 ? 0 : current
  panes[(start + step + panes.length) % panes.length]?.focus()
}

/** Where something is to look after, worst first. */
function problems(): string[] {
  const { state } = getLive()
  if (state === null) return []
  const { incidents, load, webhooks, archive } = state.engine
  const channels = [...state.channels.values()].sort(byUrgency(0))
  const bad = channels.filter((channel) => drawState(channel, 0, true).severity <= 1)
  return [
    ...(incidents.length > 0 ? ['/'] : []),
    ...(load?.overload ? ['/computer'] : []),
    ...bad.map(({ channelId }) => `/channels/${channelId}`),
    ...((webhooks?.failing ?? 0) > 0 ? ['/webhooks/endpoints'] : []),
    ...((archive?.failing ?? 0) > 0 ? ['/archives/destinations'] : []),
  ]
}

/** The next one after the place that is open; null when all is well. */
function nextProblem(): string | null {
  const all = problems()
  const here = location.hash.slice(1).split('?')[0] ?? ''
  return all[(all.indexOf(here) + 1) % all.length] ?? null
}

export function useGlobalKeys(): void {
  const navigate = useNavigate()
  const rooms = useRooms()
  const operates = useMay(OPERATES)
  // In fields as well: nothing is typed with these keys.
  useHotkeys([['mod + K', () => palette.open()]], [])
  useEffect(() => {
    const newThing = () => {
      if (!makeNewThing() && operates) void navigate({ to: '/channels/new' })
    }
    const withModifier = (key: string): boolean => {
      const room = roomOfDigit(key, rooms)
      if (room) void navigate({ to: room.path })
      else if (key === 'n') newThing()
      else if (key === '.') {
        const place = nextProblem()
        if (place !== null) void navigate({ to: place })
      } else return false
      return true
    }
    const bare = (key: string): boolean => {
      if (key === '?') openShortcuts()
      else if (key === 'n' || key === 'N') newThing()
      else return false
      return true
    }
    const handle = (event: KeyboardEvent): boolean => {
      if (event.key === 'F6') {
        cyclePanes(event.shiftKey ? -1 : 1)
        return true
      }
      if (event.defaultPrevented || layerOpen()) return false
      if (event.ctrlKey || event.metaKey) return !event.shiftKey && !event.altKey && withModifier(event.key)
      return !event.altKey && !isTyping(event.target) && bare(event.key)
    }
    const listen = (event: KeyboardEvent) => {
      if (!event.isComposing && handle(event)) event.preventDefault()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [navigate, rooms, operates])
}
