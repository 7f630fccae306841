/**
 * The console's own publisher: outside React, so that leaving the room does not cut a broadcast. One per window.
 */
import { renameChannel } from '../api/channels.ts'
import { createChannel, deleteChannel } from '../api/live.ts'
import { ladder } from '../channel/ladder.ts'
import { readReport, type Counters } from './figures.ts'
import { QUALITY_FIGURES } from './quality.ts'
import { pictureNow, releaseUnused, sendTo, sound } from './sources.ts'
import { reasonOf } from './refusal.ts'
import { rememberBroadcast } from './remembered.ts'
import { backOffMs, isBusy, next, type Broadcast, type PublisherEvent } from './states.ts'
import { openUpstream, type Upstream } from './upstream.ts'
import { getStudio, setStudio } from './view.ts'

let upstream: Upstream | null = null
/** Counts what was begun, so that what came too late is known. */
let broadcastTurn = 0

function send(open: Upstream | null): void {
  upstream = open
  sendTo(open)
}

function tell(event: PublisherEvent): void {
  const before = getStudio().state
  const state = next(before, event)
  if (state === before) return
  setStudio({ state, ...(isBusy(state) ? {} : { upstream: null }) })
  rememberBroadcast(state)
}

/** Publishes to a channel. A second call while something runs does nothing. */
export const goLive = (channelId: string): Promise<void> =>
  begin(false, () => Promise.resolve({ channelId, isRehearsal: false }))

/** Publishes to a channel that is made for it and deleted after. */
export const rehearse = (name: string): Promise<void> =>
  begin(true, async () => {
    const { channel_id: channelId } = await createChannel({
      kind: 'webrtc-hls',
      body: { hls: ladder('480p') },
    })
    await renameChannel(channelId, name).catch(() => undefined)
    return { channelId, isRehearsal: true }
  })

async function begin(isRehearsal: boolean, prepare: () => Promise<Broadcast>): Promise<void> {
  if (isBusy(getStudio().state) || pictureNow() === null) return
  broadcastTurn += 1
  const turn = broadcastTurn
  sound().resume()
  tell({ type: 'started', isRehearsal })
  try {
    const broadcast = await prepare()
    if (turn !== broadcastTurn || getStudio().state.kind !== 'preparing') return await forget(broadcast)
    tell({ type: 'prepared', broadcast })
    await connect(broadcast, turn)
  } catch (error) {
    const { state } = getStudio()
    if (turn !== broadcastTurn) return
    tell({ type: 'refused', text: reasonOf(error), at: Date.now() })
    if ('broadcast' in state && state.broadcast !== null) void forget(state.broadcast)
  }
}

async function connect(broadcast: Broadcast, turn: number): Promise<void> {
  const video = pictureNow()
  if (video === null) throw new Error('there is no picture')
  const opened = await openUpstream({
    channelId: broadcast.channelId,
    stream: new MediaStream([video, sound().track]),
    figures: QUALITY_FIGURES[getStudio().quality],
    gone: (isClosedByEngine) => gone(broadcast, turn, isClosedByEngine),
  })
  if (turn !== broadcastTurn || !isBusy(getStudio().state)) return opened.close()
  send(opened)
  // It may have changed while the connection was made.
  await opened.swapVideo(pictureNow() ?? video)
  tell({ type: 'opened', connectionId: opened.connectionId })
  void measure(opened)
}

function gone(broadcast: Broadcast, turn: number, isClosedByEngine: boolean): void {
  if (turn !== broadcastTurn) return
  send(null)
  tell({ type: isClosedByEngine ? 'closed' : 'lost', at: Date.now() })
  retry(broadcast, turn)
  if (!isBusy(getStudio().state)) void forget(broadcast)
}

function retry(broadcast: Broadcast, turn: number): void {
  const { state } = getStudio()
  if (state.kind !== 'reconnecting') return
  setTimeout(() => {
    if (turn !== broadcastTurn || getStudio().state.kind !== 'reconnecting') return
    connect(broadcast, turn).catch(() => gone(broadcast, turn, false))
  }, backOffMs(state.tries))
}

/** Ends what runs, also before it is live. */
export async function end(): Promise<void> {
  const { state } = getStudio()
  if (!isBusy(state)) return
  broadcastTurn += 1
  tell({ type: 'stopped', at: Date.now() })
  const open = upstream
  send(null)
  await open?.close().catch(() => undefined)
  if ('broadcast' in state && state.broadcast !== null) await forget(state.broadcast)
  releaseUnused()
}

export const dismiss = (): void => tell({ type: 'dismissed' })

async function forget({ channelId, isRehearsal }: Broadcast): Promise<void> {
  // Kept alive: the page may be on its way out.
  if (isRehearsal) await deleteChannel(channelId, { keepalive: true }).catch(() => undefined)
}

const MEASURE_MS = 1000

async function measure(open: Upstream): Promise<void> {
  let counters: Counters | null = null
  while (upstream === open) {
    const report = await open.stats().catch(() => new Map<string, object>())
    const entries: Readonly<Record<string, unknown>>[] = []
    report.forEach((entry: object) => entries.push({ ...entry }))
    const read = readReport(entries, counters)
    counters = read.counters
    if (upstream === open) setStudio({ upstream: read.figures })
    await new Promise((resolve) => setTimeout(resolve, MEASURE_MS))
  }
}

window.addEventListener('beforeunload', (event) => {
  if (isBusy(getStudio().state)) event.preventDefault()
})
window.addEventListener('pagehide', () => {
  const { state } = getStudio()
  if (isBusy(state) && 'broadcast' in state && state.broadcast !== null) void forget(state.broadcast)
})
