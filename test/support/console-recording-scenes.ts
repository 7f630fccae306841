/** Recordings of the console in states that are shown on pictures and checked for accessibility. */
import type { DestinationView } from '../../service/contract/console/destinations.ts'
import type { RecordingDetail, RecordingView } from '../../service/contract/console/recordings.ts'
import type { StoreFault } from '../../service/contract/store-fault.ts'
import { fieldCamera, SCENE_NOW, townHall, waiting } from './console-scenes.ts'
import { recordingView } from './console-views.ts'

const ago = (seconds: number) => SCENE_NOW - seconds * 1000
const GB = 1_000_000_000
const S3 = { destinationId: '5D0S3DESTKQ5T0C3N8X6W4E1R9', bucketUri: 's3://studio-archive/live/' }
const AZURE = { destinationId: '6D0AZDESTKQ5T0C3N8X6W4E1R9', bucketUri: 'azblob://recordings/' }
const FOLDER = { destinationId: '7D0FSDESTKQ5T0C3N8X6W4E1R9', bucketUri: 'file:///srv/airdesk/recordings' }

/** Another rendition, or another recording, that is like `view`. */
const like = (
  view: RecordingView,
  fields: Partial<RecordingView> & { readonly sequence: number },
): RecordingView => {
  const { id: _, path: __, ...rest } = view
  return recordingView({ ...rest, ...fields })
}

const noBucket: StoreFault = {
  kind: 'no-bucket',
  status: 404,
  code: 'ContainerNotFound',
  message: 'HTTP 404: ContainerNotFound',
  retryAfterMs: null,
}
const wrongSecret: StoreFault = {
  kind: 'credentials',
  status: 403,
  code: 'SignatureDoesNotMatch',
  message: 'HTTP 403: SignatureDoesNotMatch',
  retryAfterMs: null,
}
const gone: StoreFault = {
  kind: 'local',
  status: null,
  code: 'ENOENT',
  message: 'segments.bin is shorter than was recorded',
  retryAfterMs: null,
}

const townHallLive = {
  ...S3,
  channelId: townHall.channelId,
  channelName: 'Autumn town hall',
  connectionId: '01KB3Z5N8QCONNECT00000000A',
  schedule: { id: '42', name: 'Autumn town hall, all sites' },
  state: 'recording',
  startedAt: ago(727),
  endedAt: null,
  durationMs: 727_000,
  local: true,
} as const
const match = {
  ...AZURE,
  channelId: fieldCamera.channelId,
  channelName: 'Field camera 2',
  connectionId: '01KB3Z5N8QCONNECT00000000B',
  schedule: null,
  startedAt: ago(9000),
  endedAt: ago(3600),
  durationMs: 5_400_000,
  local: true,
} as const
const rehearsal = {
  ...S3,
  channelId: waiting.channelId,
  channelName: '製品発表リハーサル',
  connectionId: '01KB3Z5N8QCONNECT00000000C',
  schedule: null,
  startedAt: ago(93_000),
  endedAt: ago(90_000),
  durationMs: 2_999_960,
} as const

export const recording = recordingView({
  ...townHallLive,
  sequence: 408,
  bytes: 0.42 * GB,
  uploadedBytes: 0.4 * GB,
})
export const uploading = recordingView({
  ...match,
  sequence: 405,
  state: 'uploading',
  bytes: 3.1 * GB,
  uploadedBytes: 1.9 * GB,
  connectionId: '01KB3Z5N8QCONNECT00000000D',
  ...S3,
  lostMs: 8000,
})
export const blocked = recordingView({
  ...match,
  sequence: 404,
  state: 'uploading',
  bytes: 3.1 * GB,
  uploadedBytes: 1.2 * GB,
  failures: 4,
  nextTryAt: SCENE_NOW + 104_000,
  lastFault: noBucket,
})
export const available = recordingView({
  ...rehearsal,
  sequence: 401,
  state: 'available',
  bytes: 1.7 * GB,
  uploadedBytes: 1.7 * GB,
  local: false,
})
export const lost = recordingView({
  ...FOLDER,
  sequence: 399,
  channelId: '3K0DELETEDKQ5T0C3N8X6W4E1R',
  channelName: 'Stage left',
  connectionId: '01KB3Z5N8QCONNECT00000000E',
  state: 'failed',
  startedAt: ago(180_000),
  endedAt: ago(176_000),
  durationMs: 4_000_000,
  bytes: 2.2 * GB,
  uploadedBytes: 0.3 * GB,
  failures: 9,
  lastFault: gone,
  local: false,
})

/** One in each state, newest first; those of one broadcast behind each other. */
export const recordings: readonly RecordingView[] = [
  recording,
  like(recording, {
    sequence: 407,
    rendition: 1,
    size: { width: 1280, height: 720 },
    bytes: 0.21 * GB,
    uploadedBytes: 0.2 * GB,
  }),
  like(recording, {
    sequence: 406,
    rendition: 2,
    size: null,
    bytes: 0.011 * GB,
    uploadedBytes: 0.01 * GB,
  }),
  uploading,
  blocked,
  like(blocked, {
    sequence: 403,
    rendition: 1,
    size: { width: 640, height: 360 },
    bytes: 0.9 * GB,
    uploadedBytes: 0.4 * GB,
    lastFault: wrongSecret,
  }),
  recordingView({
    ...rehearsal,
    sequence: 402,
    state: 'sealing',
    bytes: 1.7 * GB,
    uploadedBytes: 1.6 * GB,
    connectionId: '01KB3Z5N8QCONNECT00000000F',
    startedAt: ago(4000),
    endedAt: ago(5),
  }),
  available,
  like(available, {
    sequence: 400,
    rendition: 1,
    size: { width: 640, height: 360 },
    bytes: 0.5 * GB,
    uploadedBytes: 0.5 * GB,
  }),
  lost,
]

/** The same, and below `count` that are fine, two of each broadcast. */
export const manyRecordings = (count: number): readonly RecordingView[] => [
  ...recordings,
  ...Array.from({ length: count }, (_, index) =>
    like(available, {
      sequence: 398 - index,
      rendition: index % 2,
      connectionId: `02KB3Z5N8QC${String(Math.floor(index / 2)).padStart(6, '0')}00000000`,
      startedAt: ago(200_000 + Math.floor(index / 2) * 7200),
      endedAt: ago(197_000 + Math.floor(index / 2) * 7200),
    }),
  ),
]

export const recordingDetail = (
  view: RecordingView,
  fields: Partial<RecordingDetail> = {},
): RecordingDetail => ({
  ...view,
  files: { count: 2703, uploaded: view.state === 'available' ? 2703 : 1655 },
  sentBytes: view.uploadedBytes + 12_000_000,
  ...fields,
})

export const destinationOfRecordings: DestinationView = {
  id: S3.destinationId,
  bucketUri: S3.bucketUri,
  kind: 's3',
  createdAt: ago(2_000_000),
  settings: {},
  channels: [{ channelId: townHall.channelId, name: 'Autumn town hall' }],
  unfinished: 3,
  pendingBytes: 1_200_000_000,
  trouble: null,
}
