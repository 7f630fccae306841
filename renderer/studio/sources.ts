/** What is seen and heard, before and on air: chosen, swapped, lost and let go. One for a window. */
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { camera, movie, screen, type DeviceChoice, type SoundFilters } from './devices.ts'
import { Mixer } from './mixer.ts'
import { slate, testPicture, type Words } from './painted.ts'
import { QUALITY_FIGURES, type Quality } from './quality.ts'
import { sourceName } from './source-name.ts'
import { faultOf, type Source, type SourceKind } from './source.ts'
import { isBusy } from './states.ts'
import type { Upstream } from './upstream.ts'
import { studioCodec } from './video-codec.ts'
import { getStudio, setStudio } from './view.ts'

let mixer: Mixer | null = null
let source: Source | null = null
let upstream: Upstream | null = null
let words: () => Words = () => ({ name: '', clock: '' })
/** Rooms that show the picture. */
let watchers = 0
/** Counts what was begun, so that what came too late is known. */
let turnNow = 0

/** The sound, made with the first use. */
export function sound(): Mixer {
  mixer ??= new Mixer()
  return mixer
}

/** Keeps the picture on while a room shows it. @returns the function that lets it go */
export function watch(): () => void {
  watchers += 1
  void studioCodec().then((codec) => setStudio({ codec }))
  if (source === null) void choose('test')
  return () => {
    watchers -= 1
    // React takes a room off and on again in development; a device must not blink for it.
    setTimeout(releaseUnused)
  }
}

/** Lets the devices go when no room shows them and nothing goes out. */
export function releaseUnused(): void {
  if (watchers > 0 || isBusy(getStudio().state)) return
  turnNow += 1
  source?.stop()
  source = null
  mixer?.feed(null)
  setStudio({
    source: null,
    picture: null,
    chosen: 'test',
    fault: null,
    isChanging: false,
    silence: null,
  })
}

/** What is sent is also swapped; null while nothing goes out. */
export function sendTo(open: Upstream | null): void {
  upstream = open
}

/** The picture that is seen; null while there is none. */
export const pictureNow = (): MediaStreamTrack | null => source?.video ?? null

/** Sets what the test picture says, and what the broadcast is called. */
export function nameBroadcast(said: () => Words): void {
  words = said
  setStudio({ name: said().name })
}

function open(kind: SourceKind, file?: File): Promise<Source> | Source {
  const figures = QUALITY_FIGURES[getStudio().quality]
  switch (kind) {
    case 'test':
      return testPicture(figures, () => words())
    case 'camera':
      return camera(figures, getStudio().devices, getStudio().filters)
    case 'screen':
      return screen(figures)
    case 'file':
      if (file === undefined) throw new Error('a file is chosen with its content')
      return movie(file)
  }
}

/** Shows, and on air sends, another source; the one before stays when it does not come. */
export async function choose(kind: SourceKind, file?: File): Promise<void> {
  turnNow += 1
  const turn = turnNow
  setStudio({ isChanging: true, fault: null })
  try {
    const opened = await open(kind, file)
    if (turn !== turnNow) return opened.stop()
    setStudio({ chosen: kind, isChanging: false })
    take(opened)
  } catch (error) {
    if (turn === turnNow) setStudio({ isChanging: false, fault: { kind, fault: faultOf(error) } })
  }
}

/** It stays until what was lost is replaced. */
const ALARM = 'studio-lost'

function take(opened: Source): void {
  notifications.hide(ALARM)
  const before = source
  source = opened
  sound().feed(opened.sound(sound().context))
  sound().resume()
  opened.video.addEventListener('ended', () => {
    if (source === opened) deviceLost(opened)
  })
  opened.audio?.addEventListener('ended', () => {
    if (source === opened) soundLost(opened)
  })
  setStudio({
    source: { kind: opened.kind, label: opened.label },
    silence: opened.silence,
    picture: new MediaStream([opened.video, sound().track]),
  })
  void upstream?.swapVideo(opened.video).finally(() => before?.stop())
  if (upstream === null) before?.stop()
}

/** Viewers get the slate instead of a frozen picture; the operator is told wherever they are. */
function deviceLost(lost: Source): void {
  take(slate(QUALITY_FIGURES[getStudio().quality], i18next.t('studio.slateText')))
  alarm('studio.deviceLost', sourceName(i18next.t, lost))
}

function soundLost({ audio }: Source): void {
  setStudio({ silence: 'lost' })
  alarm('studio.soundLost', audio?.label ?? '')
}

function alarm(text: 'studio.deviceLost' | 'studio.soundLost', device: string): void {
  if (!isBusy(getStudio().state)) return
  notifications.show({ id: ALARM, message: i18next.t(text, { device }), role: 'alert', autoClose: false })
}

export function chooseDevices(devices: Partial<DeviceChoice>): void {
  setStudio({ devices: { ...getStudio().devices, ...devices } })
  void choose('camera')
}

/** How the microphone's sound is cleaned; it is opened again for that. */
export function chooseFilters(filters: Partial<SoundFilters>): void {
  setStudio({ filters: { ...getStudio().filters, ...filters } })
  void choose('camera')
}

export function chooseQuality(quality: Quality): void {
  if (quality === getStudio().quality) return
  setStudio({ quality })
  void upstream?.limit(QUALITY_FIGURES[quality])
  if (getStudio().chosen === 'test' || getStudio().chosen === 'camera') void choose(getStudio().chosen)
}

export function setSound(change: { readonly isMuted?: boolean; readonly gainDb?: number }): void {
  setStudio(change)
  sound().set(getStudio().isMuted, getStudio().gainDb)
}
