import { useEffect, useReducer, useRef, useState } from 'react'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { useConnected } from '../api/events/hooks.ts'
import type { Player } from '../media/player.ts'
import type { PlayerState, PlayerStatus } from '../media/types.ts'
import { usePlayer, usePlayerState, useSeen } from '../media/use-player.ts'
import { playlistOf } from '../channel/channel-kind.ts'
import { previewAddress } from './preview-address.ts'

/** After so long a player that failed is made anew: the last of these each time, once the others were in vain. ms */
const ANEW_AFTER_MS = [2000, 5000, 15_000] as const

export interface PreviewPlayer {
  readonly player: Player | null
  readonly state: PlayerState | null
  readonly video: HTMLVideoElement | null
  /** Ref of the video element. */
  readonly bind: (element: HTMLVideoElement | null) => void
  /** False while it has been out of sight for long. */
  readonly seen: boolean
  /** Whether anything is known of the channel now. */
  readonly connected: boolean
  readonly reload: () => void
  /** How fast its network is made out to be, bit/s; null: as fast as it is. */
  readonly limitBps: number | null
  readonly limitTo: (limitBps: number | null) => void
}

/**
 * The player of a channel: there while viewers can see the channel, made anew when it goes on air again.
 * @param inParts false: with low latency, too, it plays whole segments
 */
export function usePreviewPlayer(channel: ChannelView, inParts = true): PreviewPlayer {
  const [video, bind] = useState<HTMLVideoElement | null>(null)
  const [reloads, reload] = useReducer((before: number) => before + 1, 0)
  const seen = useSeen(video)
  const connected = useConnected()
  const told = channel.onAirSince !== null && seen ? playlistOf(channel)?.previewUrl : undefined
  const url = told === undefined ? null : previewAddress(told, location)
  // A new contact may be with an engine that was started again: its playlist is another one.
  const player = usePlayer(video, url, `${reloads} ${String(connected)}`, inParts)
  const state = usePlayerState(player)
  useAnew(state?.status.kind, reload)
  const [limitBps, limitTo] = useState<number | null>(null)
  useEffect(() => {
    player?.limitTo(limitBps)
  }, [player, limitBps])
  return { player, state, video, bind, seen, connected, reload, limitBps, limitTo }
}

/** Starts a player again that failed: what it failed by goes by, and nobody may be there to press anything. */
function useAnew(status: PlayerStatus['kind'] | undefined, reload: () => void): void {
  const inVain = useRef(0)
  useEffect(() => {
    if (status === 'ready') inVain.current = 0
    if (status !== 'failed') return
    const timer = setTimeout(
      () => {
        inVain.current += 1
        reload()
      },
      ANEW_AFTER_MS[Math.min(inVain.current, ANEW_AFTER_MS.length - 1)],
    )
    return () => clearTimeout(timer)
  }, [status, reload])
}
