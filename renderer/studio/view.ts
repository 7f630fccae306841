/** What the studio shows, outside React: everybody reads it, its parts change it. */
import type { UpstreamFigures } from './figures.ts'
import type { Quality } from './quality.ts'
import type { DeviceChoice, SoundFilters } from './devices.ts'
import { interrupted } from './remembered.ts'
import type { Silence, Source, SourceFault, SourceKind } from './source.ts'
import type { PublisherState } from './states.ts'
import type { StudioCodec } from './video-codec.ts'

export interface StudioView {
  readonly state: PublisherState
  /** Of the schedule or channel that is, or would be, broadcast on. */
  readonly name: string
  /** What was chosen; `source` is what is seen. */
  readonly chosen: SourceKind
  readonly source: Pick<Source, 'kind' | 'label'> | null
  /** What is seen and, on air, sent. */
  readonly picture: MediaStream | null
  /** Why what was chosen last did not come. */
  readonly fault: { readonly kind: SourceKind; readonly fault: SourceFault } | null
  readonly isChanging: boolean
  readonly devices: DeviceChoice
  readonly filters: SoundFilters
  readonly quality: Quality
  /** What the picture is, or would be, sent as. */
  readonly codec: StudioCodec
  readonly isMuted: boolean
  /** Why `source` has no sound; `lost` where it went away while the picture stayed. Null where it has some. */
  readonly silence: Silence | 'lost' | null
  /** Decibels. */
  readonly gainDb: number
  /** Null while nothing goes up. */
  readonly upstream: UpstreamFigures | null
}

let view: StudioView = {
  state: interrupted(),
  name: '',
  chosen: 'test',
  source: null,
  picture: null,
  fault: null,
  isChanging: false,
  devices: { cameraId: '', microphoneId: '' },
  filters: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  quality: '720p',
  codec: 'H264',
  isMuted: false,
  silence: null,
  gainDb: 0,
  upstream: null,
}
const listeners = new Set<() => void>()

export const getStudio = (): StudioView => view

export function subscribeStudio(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setStudio(change: Partial<StudioView>): void {
  view = { ...view, ...change }
  for (const listener of listeners) listener()
}
