/** Where broadcasts are kept. The live API makes, lists and deletes destinations; here is what it has no operation for. */
import { z } from 'zod'
import type { ArchiveDestinationId } from '../ids.ts'
import { createArchiveDestinationRequest } from '../live-api.ts'
import { problemResponse } from '../refusal/refusal-response.ts'
import { STORE_FAULTS } from '../store-fault.ts'
import type { StoreFaultKind } from '../store-fault.ts'
import { nothing } from './nothing.ts'
import { idParam, json } from './route.ts'
import type { Shown } from './route.ts'
import { bytes, count, milliseconds, moment } from './units.ts'

/** In the order in which they are tried. */
export const TEST_STEPS = [
  'parse',
  'reach',
  'credentials',
  'bucket',
  'write',
  'read-back',
  'multipart',
  'delete',
  'clock',
] as const
export type TestStepName = (typeof TEST_STEPS)[number]

/** `warning`: recordings will arrive, but something that a person may want is not allowed. */
const testOutcome = z.enum(['passed', 'warning', 'failed', 'skipped'])
export type TestOutcome = z.output<typeof testOutcome>

/** What went wrong with a store (`StoreFault`). */
export const storeFault = z.strictObject({
  kind: z.enum(Object.keys(STORE_FAULTS) as StoreFaultKind[]),
  status: z.int().nullable(),
  code: z.string(),
  message: z.string(),
  retryAfterMs: milliseconds.nullable(),
})

const testStep = z.strictObject({
  name: z.enum(TEST_STEPS),
  outcome: testOutcome,
  durationMs: milliseconds,
  /** Null unless it failed or warns. The console has a hint for each kind and step. */
  fault: storeFault.nullable(),
  /**
   * Such as the address that was reached, the skew of clocks in seconds or, of `delete`, the objects that are left
   * behind; empty where there is nothing to say.
   */
  note: z.string(),
})
export type TestStep = Shown<typeof testStep>

export interface TestReport {
  /** `warning` where nothing failed and something warns. */
  readonly outcome: Exclude<TestOutcome, 'skipped'>
  readonly steps: readonly TestStep[]
}

/** A test that runs or has run; forgotten some minutes after its end. */
export const testView = z.strictObject({
  id: z.string(),
  done: z.boolean(),
  outcome: testOutcome.exclude(['skipped']).nullable(),
  steps: z.array(testStep),
  /** What the step `parse` found wrong, by member. */
  problems: z.array(problemResponse).optional(),
})
export type TestView = Shown<typeof testView>

export const destinationView = z.strictObject({
  id: z.string(),
  bucketUri: z.string(),
  kind: z.enum(['s3', 'gs', 'azblob', 'file']),
  createdAt: moment,
  /** Members of the request that are not secret. */
  settings: z.record(z.string(), z.string()),
  /** Channels that are not deleted and archive here. */
  channels: z.array(z.strictObject({ channelId: z.string(), name: z.string() })),
  /** Recordings that are not all there yet. */
  unfinished: count,
  pendingBytes: bytes,
  /** Why uploads wait, and when they are tried again; null while the destination works. */
  trouble: z
    .strictObject({ fault: storeFault, since: moment, failures: count, nextTryAt: moment })
    .nullable(),
})
export type DestinationView = Shown<typeof destinationView>

export const destinationList = z.strictObject({ destinations: z.array(destinationView) })
export type DestinationList = Shown<typeof destinationList>

/** A folder of this machine that can be a destination at once. */
export const localFolder = z.strictObject({
  /** `file:///…` */
  bucketUri: z.string(),
})
export type LocalFolder = Shown<typeof localFolder>

/** What lets this service in; where a destination is stays. */
const credentials = createArchiveDestinationRequest.pick({
  s3_access_key_id: true,
  s3_secret_access_key: true,
  gs_credential_json: true,
  blob_key: true,
})
export type DestinationCredentials = z.output<typeof credentials>

const path = '/console/api/archive'
const tests = `${path}/tests` as const

export const destinationApi = {
  list: json({
    method: 'GET',
    path: `${path}/destinations`,
    who: 'delivery',
    summary: 'Archive destinations with what becomes of uploads to them.',
    answer: destinationList,
  }),
  beginTest: json({
    method: 'POST',
    path: tests,
    who: 'delivery',
    summary: 'Begins a test of values, which need not be saved.',
    audit: 'destination.tested',
    body: createArchiveDestinationRequest,
    answer: testView,
    status: 202,
    errors: ['TOO_MANY_REQUESTS'],
  }),
  beginSavedTest: json({
    method: 'POST',
    path: `${path}/destinations/:id/test`,
    who: 'delivery',
    summary: 'Begins a test of a saved destination with its stored secrets, which stay in the service.',
    audit: 'destination.tested',
    params: { id: idParam<ArchiveDestinationId>() },
    answer: testView,
    status: 202,
    errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  changeCredentials: json({
    method: 'PUT',
    path: `${path}/destinations/:id/credentials`,
    who: 'delivery',
    summary: 'Gives a saved destination new credentials; what waits for it is tried again at once.',
    audit: 'destination.changed',
    params: { id: idParam<ArchiveDestinationId>() },
    body: credentials,
    answer: nothing,
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  }),
  test: json({
    method: 'GET',
    path: `${tests}/:id`,
    who: 'delivery',
    summary: 'How far a test has come.',
    params: { id: idParam<string>() },
    answer: testView,
    errors: ['NOT_FOUND'],
  }),
  localFolder: json({
    method: 'GET',
    path: `${path}/local-folder`,
    who: 'delivery',
    summary: 'A folder of this machine that can be a destination at once.',
    answer: localFolder,
  }),
}
