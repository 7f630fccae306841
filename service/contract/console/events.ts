/** What the service tells an open console by itself. */
import { z } from 'zod'
import { channelView } from './channel-view.ts'
import { engineView } from './engine-view.ts'
import { special } from './route.ts'
import type { Shown } from './route.ts'
import { sessionView } from './session.ts'

export const consoleState = z.strictObject({ engine: engineView, channels: z.array(channelView) })
export type ConsoleState = Shown<typeof consoleState>

/** Highest sample of a channel's sound since the levels before, left and right, whole dBFS; -120 for nothing. */
const soundLevels = z.tuple([z.string(), z.int(), z.int()])
export type SoundLevels = Shown<typeof soundLevels>

/**
 * One snapshot, then numbered deltas; a gap in `seq` means: reconnect for a new snapshot. A delta holds
 * the channels that changed, the ids that are gone, and the engine when it changed. Levels of sound come 5 times
 * a second for channels whose sound is decoded; they have no number, and the next ones replace them.
 */
export const consoleMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('snapshot'), seq: z.int(), state: consoleState }),
  z.strictObject({
    type: z.literal('delta'),
    seq: z.int(),
    engine: engineView.optional(),
    channels: z.array(channelView).optional(),
    removed: z.array(z.string()).optional(),
  }),
  z.strictObject({ type: z.literal('levels'), levels: z.array(soundLevels) }),
  /** Who is signed in, or what they may do, is another now: what they see follows. */
  z.strictObject({ type: z.literal('session'), session: sessionView }),
  z.strictObject({ type: z.literal('signed-out') }),
])
export type ConsoleMessage = Shown<typeof consoleMessage>

export const eventApi = {
  follow: special({
    kind: 'socket',
    method: 'GET',
    path: '/console/api/events',
    who: 'signed-in',
    summary: 'Tells what changes: each message is a ConsoleMessage as JSON.',
    errors: ['SERVICE_UNAVAILABLE'],
    fromOwnPage: false,
  }),
}
