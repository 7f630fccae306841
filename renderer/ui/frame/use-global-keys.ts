/** Keys that work in every room. None is a bare letter inside a field or during a conversion. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { getLive } from '../../api/events/store.ts'
import { roomOfDigit } from '../../rooms.ts'
import { isTyping } from '../enter.ts'
import { byUrgency, drawState } from '../state.ts'
import { makeNewThing } from './new-thing.ts'
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

/** The channel with the next problem after the one in the address; null when all is well. */
function nextProblem(after: string | undefined): string | null {
  const channels = [...(getLive().state?.channels.values() ?? [])].sort(byUrgency(0))
  const bad = channels.filter((channel) => drawState(channel, 0, true).severity <= 1).map((c) => c.channelId)
  if (bad.length === 0) return null
  return bad[(bad.indexOf(after ?? '') + 1) % bad.length] ?? null
}

const layerOpen = () => document.querySelector('[role="dialog"], [role="menu"]') !== null

export function useGlobalKeys(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const newThing = () => {
      if (!makeNewThing()) void navigate({ to: '/channels/new' })
    }
    const withModifier = (key: string): boolean => {
      const room = roomOfDigit(key)
      if (room) void navigate({ to: room.path })
      else if (key === 'n') newThing()
      else if (key === '.') {
        const channelId = nextProblem(/channels\/([0-9A-Z]{26})/.exec(location.hash)?.[1])
        if (channelId) void navigate({ to: '/channels/$channelId', params: { channelId } })
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
  }, [navigate])
}
