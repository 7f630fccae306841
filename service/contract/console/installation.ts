/** What is of the whole installation. */
import { z } from 'zod'
import { breaks } from '../refusal/carried.ts'
import type { SystemId } from '../ids.ts'
import { OUTGOING_REACHES } from '../outgoing.ts'
import { accessCodeSchema, emailSchema, passwordSchema } from '../option-api.ts'
import { secret } from '../secret.ts'
import { anyText, idText, nameOf, textOf } from '../text.ts'
import { diagnosticsResponse } from './diagnostics.ts'
import { nothing } from './nothing.ts'
import { idParam, json, special } from './route.ts'
import type { Shown } from './route.ts'

const name = nameOf(1, 60)
/** Milliseconds since 1970 UTC. */
const moment = z.int()
const count = z.int().min(0)

const MAX_ORIGINS = 100
const origin = textOf(1, 270)
  .refine(isOrigin, breaks('origin'))
  .transform((text) => text.toLowerCase())

function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^*]+$/i.test(text) || !URL.canParse(text)) return false
  return new URL(text).origin === text.toLowerCase()
}

export const setOriginsRequest = z.object({
  origins: z
    .array(origin, { error: breaks('origins') })
    .max(MAX_ORIGINS, breaks('maxOrigins', { max: MAX_ORIGINS })),
})
/** Web pages of these origins may call both APIs; in alphabetical order. */
export const originsResponse = z.strictObject({ origins: z.array(anyText) })

const MAX_FOLDERS = 100
/** Longer than any path of a destination, and its percent signs. */
const folderUri = textOf(1, 2600)
export const setRecordingFoldersRequest = z.object({
  folders: z
    .array(folderUri, { error: breaks('folders') })
    .max(MAX_FOLDERS, breaks('maxFolders', { max: MAX_FOLDERS })),
})
/** Below which folders of this machine destinations may be, each as `file:///`. */
export const recordingFoldersResponse = z.strictObject({
  /** That of the data folder, and those that the command line names. */
  fixed: z.array(anyText),
  /** Allowed here, in alphabetical order. */
  folders: z.array(anyText),
})
export type RecordingFolderList = Shown<typeof recordingFoldersResponse>

/** Oldest first: the first is the one whose masters may see this. */
export const systemListResponse = z.strictObject({
  systems: z.array(
    z.strictObject({
      id: idText,
      name: anyText,
      timeZone: anyText,
      createdAt: moment,
      users: count,
      channels: count,
      /** The first one's is `computer`, and stays. */
      reach: z.enum(OUTGOING_REACHES),
    }),
  ),
})
/** How far the addresses go that a system may name for webhooks and archives. */
const setReachRequest = z.object({
  reach: z.enum(OUTGOING_REACHES, { error: breaks('oneOf', { values: OUTGOING_REACHES }) }),
})
export type SystemList = Shown<typeof systemListResponse>

/** A part of a console that could not be drawn. Words of the error stay with the operator: they may hold values. */
export const stoppedRequest = z.object({
  report: textOf(1, 32),
  /** Pattern of its address. */
  place: textOf(1, 100),
  /** Name of the error. */
  error: textOf(1, 100),
})

/** What is left out is generated; the time zone is the machine's. */
export const newSystemRequest = z.object({
  name,
  timeZone: textOf(1, 64).optional(),
  /** Of its first master. */
  email: emailSchema,
  password: secret('password', passwordSchema).optional(),
  accessCode: secret('accessCode', accessCodeSchema).optional(),
})
export const newSystemResponse = z.strictObject({
  id: idText,
  email: anyText,
  password: secret('password', anyText),
  accessCode: secret('accessCode', anyText),
  accessToken: secret('accessToken', anyText),
})
export type NewSystemCredentials = Shown<typeof newSystemResponse>

const originsPath = '/console/api/origins'
const foldersPath = '/console/api/recording-folders'
const systemsPath = '/console/api/systems'

export const installationApi = {
  origins: json({
    method: 'GET',
    path: originsPath,
    who: 'owner',
    summary: 'Origins whose pages may call both APIs.',
    answer: originsResponse,
  }),
  setOrigins: json({
    method: 'PUT',
    path: originsPath,
    who: 'owner',
    summary: 'Replaces the origins whose pages may call both APIs.',
    audit: 'origins.changed',
    body: setOriginsRequest,
    answer: originsResponse,
  }),
  recordingFolders: json({
    method: 'GET',
    path: foldersPath,
    who: 'owner',
    summary: 'Folders of this machine that recordings may be written to.',
    answer: recordingFoldersResponse,
  }),
  setRecordingFolders: json({
    method: 'PUT',
    path: foldersPath,
    who: 'owner',
    summary: 'Replaces the folders that recordings may be written to; destinations elsewhere wait.',
    audit: 'folders.changed',
    body: setRecordingFoldersRequest,
    answer: recordingFoldersResponse,
  }),
  systems: json({
    method: 'GET',
    path: systemsPath,
    who: 'owner',
    summary: 'All systems of the installation, oldest first.',
    answer: systemListResponse,
  }),
  createSystem: json({
    method: 'POST',
    path: systemsPath,
    who: 'owner',
    summary: 'Adds a system; its credentials are shown this once.',
    audit: 'system.created',
    body: newSystemRequest,
    answer: newSystemResponse,
  }),
  setReach: json({
    method: 'PUT',
    path: `${systemsPath}/:id/reach`,
    audit: 'networks.changed',
    who: 'owner',
    summary:
      'Sets how far the addresses go that a system other than the first may name for webhooks and archives.',
    params: { id: idParam<SystemId>() },
    body: setReachRequest,
    answer: nothing,
    errors: ['NOT_FOUND'],
  }),
  /** It has connections of every system. */
  restartVerification: json({
    method: 'POST',
    path: '/console/api/verification/restart',
    who: 'owner',
    summary: 'Ends the connections of the verification environment and starts its SFU anew.',
    audit: 'sfu.restarted',
    answer: nothing,
    errors: ['SERVICE_UNAVAILABLE'],
  }),
  diagnostics: json({
    method: 'GET',
    path: '/console/api/diagnostics',
    who: 'owner',
    summary: 'What somebody who helps needs to know, without secrets.',
    answer: diagnosticsResponse,
  }),
  stopped: json({
    method: 'POST',
    path: '/console/api/stopped',
    who: 'signed-in',
    summary: 'Notes in the log that a room or a tile of a console stopped, by the id that its operator sees.',
    audit: null,
    body: stoppedRequest,
    answer: nothing,
  }),
  certificateAuthority: special({
    kind: 'file',
    method: 'GET',
    path: '/console/api/ca.pem',
    who: 'signed-in',
    summary: 'The certificate authority of this installation, PEM.',
    mediaType: 'application/x-pem-file',
  }),
}
