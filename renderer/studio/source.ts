/** Where picture and sound come from. */

export const SOURCES = ['test', 'camera', 'screen', 'file'] as const
export type SourceKind = (typeof SOURCES)[number]

/** Why a source has no sound. */
export type Silence =
  | 'noMicrophone'
  | 'microphoneDenied'
  | 'microphoneBusy'
  | 'notShared'
  | 'notInFile'
  | 'slate'

export interface Source {
  readonly kind: SourceKind | 'slate'
  /** What it is called: a device, a file, the kind of surface that is shared; empty where it needs no name. */
  readonly label: string
  readonly video: MediaStreamTrack
  /** Of a device that may go away; null where there is none. */
  readonly audio: MediaStreamTrack | null
  /** Null where it has sound. */
  readonly silence: Silence | null
  /** Its sound as a node of `context`; null where it has none. */
  sound(context: AudioContext): AudioNode | null
  stop(): void
}

/** Why a source is not there, told apart by what the operator can do. */
export type SourceFault = 'denied' | 'none' | 'busy' | 'insecure' | 'unreadable'

/** @param error what getUserMedia or getDisplayMedia threw */
export function faultOf(error: unknown): SourceFault {
  // There browsers have neither.
  if (!isSecureContext) return 'insecure'
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy'
  return 'unreadable'
}
