/** A player for a video element as long as it is wanted and seen. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Player } from './player.ts'
import type { PlayerState } from './types.ts'

/** What is hidden keeps its player this long, so that a short look elsewhere costs nothing. */
const HIDDEN_MS = 10_000

/**
 * False from a while after `element`, or the whole window, went out of sight until it is seen again.
 * @param graceMs how long that while is
 */
export function useShown(element: Element | null, graceMs: number): boolean {
  const [shown, setShown] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let inView = true
    const change = () => {
      clearTimeout(timer)
      if (document.hidden || !inView) timer = setTimeout(() => setShown(false), graceMs)
      else setShown(true)
    }
    const observer = new IntersectionObserver((entries) => {
      inView = entries.at(-1)?.isIntersecting ?? true
      change()
    })
    if (element) observer.observe(element)
    document.addEventListener('visibilitychange', change)
    change()
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('visibilitychange', change)
    }
  }, [element, graceMs])
  return shown
}

/** False from 10 s after `element` or the window went out of sight: then its player is let go. */
export const useSeen = (element: Element | null): boolean => useShown(element, HIDDEN_MS)

/**
 * @param url multivariant playlist; null for no player
 * @param inParts where there is low latency
 * @param epoch another value starts a new player, as after a broadcast that ended
 */
export function usePlayer(
  video: HTMLVideoElement | null,
  url: string | null,
  epoch: string,
  inParts: boolean,
): Player | null {
  const [player, setPlayer] = useState<Player | null>(null)
  useEffect(() => {
    if (video === null || url === null) return
    const made = new Player(video, url, inParts)
    // Told in a moment of its own: the effect only starts what is outside React.
    queueMicrotask(() => setPlayer(made))
    return () => {
      made.destroy()
      setPlayer((current) => (current === made ? null : current))
    }
  }, [video, url, epoch, inParts])
  return player
}

const NO_PLAYER: PlayerState | null = null
const never = () => () => undefined

/** What the player says, renewed as it says it; null without a player. */
export function usePlayerState(player: Player | null): PlayerState | null {
  return useSyncExternalStore(player?.subscribe ?? never, player?.getState ?? (() => NO_PLAYER))
}
