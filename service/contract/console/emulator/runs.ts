/** What a run of tests recorded and covered. */
import { z } from 'zod'
import { breaks } from '../../refusal/carried.ts'
import { nothing } from '../nothing.ts'
import { json, special } from '../route.ts'
import type { Shown } from '../route.ts'
import { API_NAMES } from '../words.ts'
import { coverageResponse } from './coverage.ts'

export const recordingResponse = z.strictObject({
  /** True while what passes is recorded. */
  recording: z.boolean(),
  lines: z.int(),
  bytes: z.int(),
  /** Lines that had no room any more. */
  lost: z.int(),
})
export type RecordingView = Shown<typeof recordingResponse>

/** Calls that are alike. */
const callKind = z.strictObject({
  api: z.enum(API_NAMES),
  method: z.string(),
  /** Of the option API a path; of the live API, whose calls are all for `/`, that. */
  path: z.string(),
  /** Of the live API; null otherwise. */
  operation: z.string().nullable(),
  status: z.int(),
  count: z.int(),
})
export type CallKind = Shown<typeof callKind>

const callsResponse = z.strictObject({ calls: z.array(callKind) })

const COVERAGE_FORMATS = ['junit', 'html'] as const

const common = { who: 'owner', onlyEmulator: true } as const

export const emulatorRunApi = {
  readRecord: json({
    ...common,
    method: 'GET',
    path: '/console/api/emulator/runs/record',
    summary: 'Whether requests, webhooks and signaling are being recorded, and how much there is.',
    answer: recordingResponse,
  }),
  startRecord: json({
    ...common,
    method: 'POST',
    path: '/console/api/emulator/runs/record',
    summary: 'Begins to record; what was recorded before is gone.',
    audit: null,
    answer: recordingResponse,
  }),
  stopRecord: json({
    ...common,
    method: 'DELETE',
    path: '/console/api/emulator/runs/record',
    summary: 'Records no more; the file is there until the next recording begins.',
    audit: null,
    answer: recordingResponse,
  }),
  recordFile: special({
    ...common,
    kind: 'file',
    method: 'GET',
    path: '/console/api/emulator/runs/record/file',
    mediaType: 'application/jsonl',
    summary: 'What was recorded, one JSON value a line, secrets masked.',
    errors: ['NOT_FOUND'],
  }),
  readCalls: json({
    ...common,
    method: 'GET',
    path: '/console/api/emulator/runs/calls',
    summary: 'Which calls of both APIs were answered, of all systems, each kind once with how often.',
    answer: callsResponse,
  }),
  readCoverage: json({
    ...common,
    method: 'GET',
    path: '/console/api/emulator/runs/coverage',
    summary: 'Operations, endpoints, refusals, webhooks and closes that were and were not seen.',
    answer: coverageResponse,
  }),
  coverageFile: special({
    ...common,
    kind: 'file',
    method: 'GET',
    path: '/console/api/emulator/runs/coverage/:format',
    params: { format: z.enum(COVERAGE_FORMATS, { error: breaks('oneOf', { values: COVERAGE_FORMATS }) }) },
    mediaType: 'text/plain',
    summary: 'The same as JUnit XML, or as a page.',
  }),
  forgetCoverage: json({
    ...common,
    method: 'DELETE',
    path: '/console/api/emulator/runs/coverage',
    summary: 'Counts from nothing again.',
    audit: null,
    answer: nothing,
  }),
}
