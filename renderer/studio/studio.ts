/**
 * The console's own publisher: outside React, so that leaving the room does not cut a broadcast. One per window.
 */
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { renameChannel } from '../api/channels.ts'
import { createChannel, deleteChannel } from '../api/live.ts'
import { ladder } from '../panels/channels/ladder.ts'
import { camera, movie, screen, type DeviceChoice } from './devices.ts'
import { readReport, type Counters, type UpstreamFigures } from './figures.ts'
import { Mixer } from './mixer.ts'
import { slate, testPicture } from './painted.ts'
import { QUALITY_FIGURES, type Quality } from './quality.ts'
import { faultOf, type Source, type SourceFault, type SourceKind } from './source.ts'
import {
  backOffMs,
  isBusy,
  next,
  type Broadcast,
  type PublisherEvent,
  type PublisherState,
} from './states.ts'
import { openUpstream, type Upstream } from './upstream.ts'

export interface StudioView {
  readonly state: PublisherState
  /** What was chosen; `source` is what is seen. */
  readonly chosen: SourceKind
  readonly source: Pick<Source, 'kind' | 'label'> | null
  /** What is seen and, on air, sent. */
  readonly picture: MediaStream | null
  /** Why what was chosen last did not come. */
  readonly fault: { readonly kind: SourceKind; readonly fault: SourceFault } | null
  readonly isChanging: boolean
  readonly devices: DeviceChoice
  readonly quality: Quality
  readonly isMuted: boolean
  /** Decibels. */
  readonly gainDb: number
  /** Null while nothing goes up. */
  readonly upstream: UpstreamFigures | null
}

let view: StudioView = {
  state: { kind: 'idle' },
  chosen: 'test',
  source: null,
  picture: null,
  fault: null,
  isChanging: false,
  devices: { cameraId: '', microphoneId: '' },
  quality: '720p',
  isMuted: false,
  gainDb: 0,
  upstream: null,
}
const listeners = new Set<() => void>()
let mixer: Mixer | null = null
let source: Source | null = null
let upstream: Upstream | null = null
let title = ''
/** Rooms that show the picture. */
let watchers = 0
/** Counts what was begun, so that what came too late is known. */
let sourceTurn = 0
let broadcastTurn = 0

export const getStudio = (): StudioView => view
export function subscribeStudio(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(change: Partial<StudioView>): void {
  view = { ...view, ...change }
  for (const listener of listeners) listener()
}

function tell(event: PublisherEvent): void {
  const state = next(view.state, event)
  if (state !== view.state) set({ state, ...(isBusy(state) ? {} : { upstream: null }) })
}

/** The sound, made with the first use. */
export function sound(): Mixer {
  mixer ??= new Mixer()
  return mixer
}

/** Keeps the picture on while a room shows it. @returns the function that lets it go */
export function watch(): () => void {
  watchers += 1
  if (source === null) void choose('test')
  return () => {
    watchers -= 1
    // React takes a room off and on again in development; a device must not blink for it.
    setTimeout(releaseUnused)
  }
}

function releaseUnused(): void {
  if (watchers > 0 || isBusy(view.state)) return
  sourceTurn += 1
  source?.stop()
  source = null
  mixer?.feed(null)
  set({ source: null, picture: null, chosen: 'test', fault: null, isChanging: false })
}

/** What the test picture writes below the clock. */
export function nameBroadcast(name: string): void {
  title = name
}

function open(kind: SourceKind, file?: File): Promise<Source> | Source {
  const figures = QUALITY_FIGURES[view.quality]
  switch (kind) {
    case 'test':
      return testPicture(figures, () => title)
    case 'camera':
      return camera(figures, view.devices)
    case 'screen':
      return screen(figures)
    case 'file':
      if (file === undefined) throw new Error('a file is chosen with its content')
      return movie(file)
  }
}

/** Shows, and on air sends, another source; the one before stays when it does not come. */
export async function choose(kind: SourceKind, file?: File): Promise<void> {
  sourceTurn += 1
  const turn = sourceTurn
  set({ isChanging: true, fault: null })
  try {
    const opened = await open(kind, file)
    if (turn !== sourceTurn) return opened.stop()
    set({ chosen: kind, isChanging: false })
    take(opened)
  } catch (error) {
    if (turn === sourceTurn) set({ isChanging: false, fault: { kind, fault: faultOf(error) } })
  }
}

function take(opened: Source): void {
  const before = source
  source = opened
  sound().feed(opened.sound(sound().context))
  sound().resume()
  opened.video.addEventListener('ended', () => {
    if (source === opened) deviceLost(opened)
  })
  set({
    source: { kind: opened.kind, label: opened.label },
    picture: new MediaStream([opened.video, sound().track]),
  })
  void upstream?.swapVideo(opened.video).finally(() => before?.stop())
  if (upstream === null) before?.stop()
}

/** Viewers get the slate instead of a frozen picture; the operator is told wherever they are. */
function deviceLost(lost: Source): void {
  take(slate(QUALITY_FIGURES[view.quality], i18next.t('studio.slateText')))
  if (!isBusy(view.state)) return
  const message = i18next.t('studio.deviceLost', { device: lost.label })
  notifications.show({ message, role: 'alert', autoClose: false })
}

export function chooseDevices(devices: Partial<DeviceChoice>): void {
  set({ devices: { ...view.devices, ...devices } })
  void choose('camera')
}

export function chooseQuality(quality: Quality): void {
  if (quality === view.quality) return
  set({ quality })
  void upstream?.limit(QUALITY_FIGURES[quality])
  if (view.chosen === 'test' || view.chosen === 'camera') void choose(view.chosen)
}

export function setSound(change: { readonly isMuted?: boolean; readonly gainDb?: number }): void {
  set(change)
  sound().set(view.isMuted, view.gainDb)
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
  if (isBusy(view.state) || source === null) return
  broadcastTurn += 1
  const turn = broadcastTurn
  sound().resume()
  tell({ type: 'started', isRehearsal })
  try {
    const broadcast = await prepare()
    if (turn !== broadcastTurn || view.state.kind !== 'preparing') return forget(broadcast)
    tell({ type: 'prepared', broadcast })
    await connect(broadcast, turn)
  } catch (error) {
    const { state } = view
    if (turn !== broadcastTurn) return
    tell({ type: 'refused', text: error instanceof Error ? error.message : String(error), at: Date.now() })
    if ('broadcast' in state && state.broadcast !== null) forget(state.broadcast)
  }
}

async function connect(broadcast: Broadcast, turn: number): Promise<void> {
  if (source === null) throw new Error('there is no picture')
  const opened = await openUpstream({
    channelId: broadcast.channelId,
    stream: new MediaStream([source.video, sound().track]),
    figures: QUALITY_FIGURES[view.quality],
    gone: (isClosedByEngine) => gone(broadcast, turn, isClosedByEngine),
  })
  if (turn !== broadcastTurn || !isBusy(view.state)) return opened.close()
  upstream = opened
  // It may have changed while the connection was made.
  await opened.swapVideo(source.video)
  tell({ type: 'opened', connectionId: opened.connectionId })
  void measure(opened)
}

function gone(broadcast: Broadcast, turn: number, isClosedByEngine: boolean): void {
  if (turn !== broadcastTurn) return
  upstream = null
  tell({ type: isClosedByEngine ? 'closed' : 'lost', at: Date.now() })
  retry(broadcast, turn)
  if (!isBusy(view.state)) forget(broadcast)
}

function retry(broadcast: Broadcast, turn: number): void {
  if (view.state.kind !== 'reconnecting') return
  setTimeout(() => {
    if (turn !== broadcastTurn || view.state.kind !== 'reconnecting') return
    connect(broadcast, turn).catch(() => gone(broadcast, turn, false))
  }, backOffMs(view.state.tries))
}

/** Ends what runs, also before it is live. */
export async function end(): Promise<void> {
  const { state } = view
  if (!isBusy(state)) return
  broadcastTurn += 1
  tell({ type: 'stopped', at: Date.now() })
  const open = upstream
  upstream = null
  await open?.close().catch(() => undefined)
  if ('broadcast' in state && state.broadcast !== null) forget(state.broadcast)
  if (watchers === 0) releaseUnused()
}

export const dismiss = (): void => tell({ type: 'dismissed' })

function forget({ channelId, isRehearsal }: Broadcast): void {
  if (isRehearsal) void deleteChannel(channelId).catch(() => undefined)
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
    if (upstream === open) set({ upstream: read.figures })
    await new Promise((resolve) => setTimeout(resolve, MEASURE_MS))
  }
}

window.addEventListener('beforeunload', (event) => {
  if (isBusy(view.state)) event.preventDefault()
})
