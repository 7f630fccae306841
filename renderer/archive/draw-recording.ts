/** Recordings as they are drawn: glyph, tone and words. */
import type { TFunction } from 'i18next'
import type { RecordingState, RecordingView } from '../../service/contract/console/recordings.ts'
import { MOVIE_NAME } from '../../service/contract/archive.ts'
import { shortDuration, shortId } from '../i18n/format.ts'
import type { Drawn } from '../ui/drawn.ts'

const STATES: Readonly<Record<RecordingState, Drawn>> = {
  recording: { glyph: 'recording', tone: 'info' },
  sealing: { glyph: 'half', tone: 'info' },
  uploading: { glyph: 'upload', tone: 'info' },
  available: { glyph: 'ok', tone: 'ok' },
  failed: { glyph: 'fail', tone: 'fail' },
}

export const drawState = (state: RecordingState): Drawn => STATES[state]

type Progress = Pick<RecordingView, 'state' | 'nextTryAt' | 'bytes' | 'uploadedBytes'>

/** What waits for its store is a warning; while it is still recorded, the recording itself is well. */
export function drawRecording({ state, nextTryAt }: Progress): Drawn {
  if (nextTryAt === null) return STATES[state]
  return { glyph: state === 'recording' ? 'recording' : 'retry', tone: 'warn' }
}

/** From 0 to 1; all of nothing is there. */
export const uploadedPart = ({ bytes, uploadedBytes }: Pick<Progress, 'bytes' | 'uploadedBytes'>): number =>
  bytes === 0 ? 1 : Math.min(1, uploadedBytes / bytes)

/** 100 only when all of it is there. */
export const percent = (progress: Progress): number => Math.floor(uploadedPart(progress) * 100)

/**
 * The state in a few words.
 * @param now engine time, milliseconds since 1970
 */
export function stateText(t: TFunction, recording: Progress, now: number): string {
  const { state, nextTryAt } = recording
  if (nextTryAt !== null) {
    if (state === 'recording') return t('recordings.word.recordingOnly')
    if (nextTryAt <= now) return t('recordings.word.tryingNow')
    return t('recordings.word.waiting', { time: shortDuration(nextTryAt - now) })
  }
  if (state === 'uploading') return t('recordings.word.uploading', { percent: percent(recording) })
  return t(`recordings.state.${state}`)
}

/** `1920 × 1080`, or the word for sound alone. */
export function sizeText(t: TFunction, size: RecordingView['size']): string {
  return size === null ? t('channels.audioOnly') : `${size.width} × ${size.height}`
}

/** The channel's name, or what a channel without one is called. */
export const channelText = (t: TFunction, { channelName, channelId }: RecordingView): string =>
  channelName === '' ? `${t('channels.unnamed')} ${shortId(channelId)}` : channelName

/** Where all of it is in the store: `s3://bucket/path/channel/connection/r0/`. */
export const storeAddress = ({ bucketUri, path }: Pick<RecordingView, 'bucketUri' | 'path'>): string =>
  `${bucketUri.replace(/\/$/, '')}/${path}`

/** The movie where it lies in a folder of this computer, `file:///…`; null elsewhere and until it is there. */
export const movieAddress = (recording: Pick<RecordingView, 'bucketUri' | 'path' | 'state'>): string | null =>
  recording.bucketUri.startsWith('file:') && recording.state === 'available'
    ? `${storeAddress(recording)}${MOVIE_NAME}`
    : null
