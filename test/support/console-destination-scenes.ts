/** Archive destinations and tests of them, for pictures and for accessibility. */
import type {
  DestinationView,
  TestStep,
  TestStepName,
  TestView,
} from '../../service/contract/console/destinations.ts'
import { problem } from '../../service/contract/refusal/rules.ts'
import type { StoreFault } from '../../service/contract/store-fault.ts'
import { fieldCamera, SCENE_NOW, townHall, waiting } from './console-scenes.ts'

const ago = (seconds: number) => SCENE_NOW - seconds * 1000

const signatureFault: StoreFault = {
  kind: 'credentials',
  status: 403,
  code: 'SignatureDoesNotMatch',
  message: 'HTTP 403: SignatureDoesNotMatch',
  retryAfterMs: null,
}
const forbiddenFault: StoreFault = {
  ...{ kind: 'forbidden', status: 403, code: 'AccessDenied', retryAfterMs: null },
  message: 'HTTP 403: AccessDenied',
}
const refusedFault: StoreFault = {
  ...{ kind: 'refused', status: null, code: 'ECONNREFUSED', retryAfterMs: null },
  message: 'The connection was refused (ECONNREFUSED)',
}

const view = (fields: Partial<DestinationView>): DestinationView => ({
  ...{ id: '1D20C4E9KQ5T0C3N8X6W4E1R9Y', bucketUri: 's3://studio-archive/live/', kind: 's3' },
  ...{ createdAt: ago(2_000_000), channels: [], unfinished: 0, pendingBytes: 0, trouble: null },
  settings: { s3_region: 'ap-northeast-1', s3_access_key_id: 'AKIAIOSFODNN7EXAMPLE' },
  ...fields,
})

export const bucket = view({
  channels: [
    { channelId: townHall.channelId, name: 'Autumn town hall' },
    { channelId: waiting.channelId, name: '製品発表リハーサル' },
  ],
  unfinished: 3,
  pendingBytes: 1_200_000_000,
})
export const failing = view({
  id: '2D20C4E9KQ5T0C3N8X6W4E1R9Y',
  bucketUri: 's3://recordings/match-day/2026/autumn/',
  settings: {
    s3_end_point: 'http://192.168.1.40:9000',
    s3_region: 'us-east-1',
    s3_access_key_id: 'airdesk',
  },
  channels: [{ channelId: fieldCamera.channelId, name: 'Field camera 2' }],
  unfinished: 2,
  pendingBytes: 5_020_000_000,
  trouble: { fault: refusedFault, since: ago(1320), failures: 6, nextTryAt: SCENE_NOW + 104_000 },
})
export const unused = view({
  id: '3D20C4E9KQ5T0C3N8X6W4E1R9Y',
  bucketUri: 'gs://airdesk-recordings/shows',
  kind: 'gs',
  settings: {},
})
export const folder = view({
  id: '4D20C4E9KQ5T0C3N8X6W4E1R9Y',
  bucketUri: 'file:///srv/airdesk/recordings',
  kind: 'file',
  settings: {},
  channels: [{ channelId: '1B20C4E9KQ5T0C3N8X6W4E1R9Y', name: '' }],
})
/** One in each state. */
export const destinations: readonly DestinationView[] = [
  bucket,
  failing,
  unused,
  view({
    id: '5D20C4E9KQ5T0C3N8X6W4E1R9Y',
    bucketUri: 'azblob://recordings/',
    kind: 'azblob',
    settings: { blob_account: 'airdeskstudio' },
  }),
  folder,
]

const step = (name: TestStepName, durationMs: number, fields: Partial<TestStep> = {}): TestStep => ({
  ...{ name, durationMs, outcome: 'passed', fault: null, note: '' },
  ...fields,
})
export const TEST_ID = '6D20C4E9KQ5T0C3N8X6W4E1R9Y'
const test = (fields: Partial<TestView>): TestView => ({
  ...{ id: TEST_ID, done: true, outcome: 'passed', steps: [] },
  ...fields,
})
const reached = [
  step('parse', 0),
  step('reach', 46, { note: 's3.ap-northeast-1.amazonaws.com (52.219.1.24:443)' }),
]
const written = [
  ...reached,
  step('credentials', 121),
  step('bucket', 0),
  step('write', 84),
  step('read-back', 39),
]

export const runningTest = test({ done: false, outcome: null, steps: written })
export const passedTest = test({
  steps: [...written, step('multipart', 1204), step('delete', 58), step('clock', 0, { note: '0.2 s' })],
})
/** All but deleting is allowed. */
export const limitedTest = test({
  outcome: 'warning',
  steps: [
    ...written,
    step('multipart', 1204),
    step('delete', 31, {
      outcome: 'warning',
      fault: forbiddenFault,
      note: 'airdesk-test-5f2c91aa07d3e410.txt, airdesk-test-b7c0a4419d2e6f38.bin',
    }),
    step('clock', 0, { note: '0.2 s' }),
  ],
})
const skipped = (...names: TestStepName[]) => names.map((name) => step(name, 0, { outcome: 'skipped' }))
/** The secret is wrong. */
export const failedTest = test({
  outcome: 'failed',
  steps: [
    ...reached,
    step('credentials', 121, { outcome: 'failed', fault: signatureFault }),
    ...skipped('bucket', 'write', 'read-back', 'multipart', 'delete', 'clock'),
  ],
})
/** The disk of the folder is not connected. */
export const missingFolderTest = test({
  outcome: 'failed',
  steps: [
    step('parse', 0),
    step('reach', 1, {
      outcome: 'failed',
      fault: {
        ...{ kind: 'no-folder', status: null, code: 'ENOENT', retryAfterMs: null },
        message: "ENOENT: no such file or directory, stat '/srv/airdesk'",
      },
    }),
    ...skipped('credentials', 'bucket', 'write', 'read-back', 'multipart', 'delete', 'clock'),
  ],
})
/** Two values break their rules. */
export const refusedTest = test({
  outcome: 'failed',
  problems: [problem('bucket_uri', 'noEmptyPart'), problem('s3_region', 'region')],
  steps: [
    step('parse', 0, {
      outcome: 'failed',
      fault: {
        ...{ kind: 'refused-request', status: null, code: 'InvalidJSON', retryAfterMs: null },
        message:
          'bucket_uri must not have two slashes side by side in its path; s3_region must have letters, digits, dots, hyphens and underscores only',
      },
    }),
    ...skipped('reach', 'credentials', 'bucket', 'write', 'read-back', 'multipart', 'delete', 'clock'),
  ],
})

/** The key file of a service account that does not exist. */
export const serviceAccount = JSON.stringify({
  ...{ type: 'service_account', project_id: 'airdesk-studio', private_key: 'no key at all' },
  client_email: 'archiver@airdesk-studio.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.googleapis.com/token',
})
