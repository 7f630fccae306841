/** Where picture and sound come from. */

export const SOURCES = ['test', 'camera', 'screen', 'file'] as const
export type SourceKind = (typeof SOURCES)[number]

export interface Source {
  readonly kind: SourceKind | 'slate'
  /** What it is called: a device, a file, the kind of surface that is shared; empty where it needs no name. */
  readonly label: string
  readonly video: MediaStreamTrack
  /** Of a device that may go away; null where there is none. */
  readonly audio: MediaStreamTrack | null
  /** Its sound as a node of `context`; null where it has none. */
  sound(context: AudioContext): AudioNode | null
  stop(): void
}

/** Why a source is not there, told apart by what the operator can do. */
export type SourceFault = 'denied' | 'none' | 'busy' | 'unreadable'

/** @param error what getUserMedia or getDisplayMedia threw */
export function faultOf(error: unknown): SourceFault {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy'
  return 'unreadable'
}
