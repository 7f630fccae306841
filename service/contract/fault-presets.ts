/** Faults that are asked for by a word; `docs/faults.md` says what each is, the console has their names. */
import type { FaultInput, FaultPlace } from './faults.ts'

/** A fault that has no id yet. */
export type Unnamed = { [At in FaultPlace]: Omit<Extract<FaultInput, { at: At }>, 'id'> }[FaultPlace]

const SECOND = 1000
const once = { afterHits: 1 }

export const FAULT_PRESETS = {
  'uplink-lost': [
    { at: 'publisher', effect: { kind: 'drop', awayMs: 20 * SECOND }, ends: { afterMs: 20 * SECOND } },
  ],
  'picture-frozen': [{ at: 'publisher', effect: { kind: 'freeze' }, ends: { afterMs: 30 * SECOND } }],
  'encoder-drifts': [{ at: 'publisher', effect: { kind: 'drift', ppm: 5000 } }],
  'bucket-read-only': [
    { at: 'store', match: { method: 'put' }, effect: { kind: 'answer', status: 403 } },
    { at: 'store', match: { method: 'delete' }, effect: { kind: 'answer', status: 403 } },
  ],
  'third-upload-fails': [
    { at: 'store', match: { method: 'put', every: 3 }, effect: { kind: 'answer', status: 503 } },
  ],
  'disk-full': [{ at: 'disk', effect: { kind: 'full' }, ends: { afterMs: 60 * SECOND } }],
  'token-revoked': [{ at: 'live', match: { onAir: true }, effect: { kind: 'revoke' }, ends: once }],
  'api-fails': [
    { at: 'option', match: { every: 10 }, effect: { kind: 'answer', code: 'INTERNAL' } },
    { at: 'live', match: { every: 10 }, effect: { kind: 'answer', code: 'HandlerException' } },
  ],
  'live-api-slow': [{ at: 'live', effect: { kind: 'delay', delayMs: 2 * SECOND } }],
  'webhook-down': [{ at: 'webhook', effect: { kind: 'unreachable' }, ends: { afterMs: 300 * SECOND } }],
  'poor-network': [{ at: 'webrtc', effect: { kind: 'impair', loss: 0.05, delayMs: 80 } }],
  'sfu-killed': [{ at: 'process', match: { name: 'sfu' }, effect: { kind: 'kill' }, ends: once }],
  'ingest-killed': [{ at: 'process', match: { name: 'ingest' }, effect: { kind: 'kill' }, ends: once }],
  'transcoder-killed': [
    { at: 'process', match: { name: 'transcode' }, effect: { kind: 'kill' }, ends: once },
  ],
} as const satisfies Readonly<Record<string, readonly Unnamed[]>>

export type FaultPreset = keyof typeof FAULT_PRESETS
export const FAULT_PRESET_NAMES = Object.keys(FAULT_PRESETS) as FaultPreset[]

/** What a preset is narrowed to. */
export interface PresetMatch {
  readonly systemId?: string | undefined
  readonly channelId?: string | undefined
  readonly connectionId?: string | undefined
  readonly destinationId?: string | undefined
}

type PresetFault = { readonly id: string; readonly match: object } & Pick<FaultInput, 'at' | 'effect'>

/**
 * The faults of a preset. Their ids are its name, a number where it has several, and what it is narrowed to: those of
 * two systems do not replace each other. A match may come out that a fault of that place cannot have.
 */
export function presetFaults(preset: FaultPreset, match: PresetMatch = {}): PresetFault[] {
  const faults: readonly Unnamed[] = FAULT_PRESETS[preset]
  const { connectionId, channelId, destinationId, systemId } = match
  const narrowest = connectionId ?? channelId ?? destinationId ?? systemId
  const suffix = narrowest === undefined ? '' : `.${narrowest}`
  return faults.map((one, index) => ({
    ...one,
    id: `${preset}${index === 0 ? '' : `-${index + 1}`}${suffix}`,
    match: { ...one.match, ...match },
  }))
}
