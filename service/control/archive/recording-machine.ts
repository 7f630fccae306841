/**
 * Life of one recording, as control sees it. A total table: every state answers every event. Any step may be
 * cut short by the end of a process and is then done again.
 */
import type { RecordingState } from '../../contract/console/recordings.ts'
import { RECORDING_STATES } from '../../contract/console/words.ts'

/** `removed`: nothing was recorded and nothing lost, so that there is no row any more. */
export const RECORDING_LIVES = [...RECORDING_STATES, 'removed'] as const
export type RecordingLife = RecordingState | 'removed'

export const RECORDING_EVENTS = [
  /** A file of it is on disk. */
  'file-recorded',
  /** Something of it could not be written. */
  'media-lost',
  /** Nothing follows: the writer said so, or is gone. */
  'writer-ended',
  'nothing-recorded',
  /** There is nothing that can be sealed, and something was lost: on a full disk, or with the local copy. */
  'nothing-left',
  /** The playlist and the movie are made. */
  'sealed',
  /** The same, but a file cannot be read any more. */
  'sealed-in-part',
  /** The local copy cannot be read. */
  'copy-lost',
  /** The store has every file. */
  'all-uploaded',
] as const
export type RecordingEvent = (typeof RECORDING_EVENTS)[number]

/** What is done on a transition, in this order: written in one transaction, then announced. */
export type RecordingEffect =
  | 'add-files'
  | 'note-loss'
  | 'note-end'
  | 'note-sealed'
  | 'note-fault'
  | 'note-finish'
  | 'tell-created'
  | 'tell-failed'
  | 'remove-row'

export interface RecordingTransition {
  readonly to: RecordingLife
  readonly effects: readonly RecordingEffect[]
}

/** `ignored`: late or repeated, harmless. `illegal`: whoever sent it is wrong; logged, nothing changes. */
export type RecordingStep = RecordingTransition | 'ignored' | 'illegal'

const go = (to: RecordingLife, ...effects: RecordingEffect[]): RecordingTransition => ({ to, effects })

const OVER = {
  'file-recorded': 'ignored',
  'media-lost': 'ignored',
  'writer-ended': 'ignored',
  'nothing-recorded': 'illegal',
  'nothing-left': 'illegal',
  sealed: 'ignored',
  'sealed-in-part': 'ignored',
  'copy-lost': 'ignored',
  'all-uploaded': 'ignored',
} as const satisfies Record<RecordingEvent, RecordingStep>

const TABLE: Record<RecordingLife, Record<RecordingEvent, RecordingStep>> = {
  recording: {
    'file-recorded': go('recording', 'add-files'),
    'media-lost': go('recording', 'note-loss'),
    'writer-ended': go('sealing', 'note-loss', 'note-end'),
    'nothing-recorded': 'illegal',
    'nothing-left': 'illegal',
    sealed: 'illegal',
    'sealed-in-part': 'illegal',
    // It goes on: what follows can still be kept. It fails when it is sealed.
    'copy-lost': go('recording', 'note-fault'),
    'all-uploaded': 'ignored',
  },
  sealing: {
    'file-recorded': go('sealing', 'add-files'),
    'media-lost': go('sealing', 'note-loss'),
    'writer-ended': 'ignored',
    'nothing-recorded': go('removed', 'remove-row'),
    'nothing-left': go('failed', 'note-fault', 'note-finish', 'tell-failed'),
    sealed: go('uploading', 'add-files', 'note-sealed'),
    'sealed-in-part': go('failed', 'add-files', 'note-sealed', 'note-fault', 'note-finish', 'tell-failed'),
    'copy-lost': go('sealing', 'note-fault'),
    'all-uploaded': 'ignored',
  },
  uploading: {
    ...OVER,
    'copy-lost': go('failed', 'note-fault', 'note-finish', 'tell-failed'),
    'all-uploaded': go('available', 'note-finish', 'tell-created'),
  },
  available: OVER,
  failed: OVER,
  removed: OVER,
}

export function recordingStep(state: RecordingLife, event: RecordingEvent): RecordingStep {
  return TABLE[state][event]
}

/** The table as a Mermaid state diagram. */
export function recordingDiagram(): string {
  const lines = ['stateDiagram-v2', '  [*] --> recording']
  for (const state of RECORDING_LIVES) {
    const transitions = RECORDING_EVENTS.flatMap((event) => {
      const next = recordingStep(state, event)
      return typeof next === 'string'
        ? []
        : [`  ${state} --> ${next.to}: ${event} / ${next.effects.join(', ')}`]
    })
    lines.push(...(transitions.length > 0 ? transitions : [`  ${state} --> [*]`]))
  }
  return lines.join('\n')
}
