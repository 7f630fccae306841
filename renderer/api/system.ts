/** What masters settle: their system, and the installation where theirs is its first system. */
import type { z } from 'zod'
import type { newSystemRequest } from '../../service/contract/console/installation.ts'
import type { changeSystemRequest } from '../../service/contract/console/system.ts'
import type { OutgoingReach } from '../../service/contract/outgoing.ts'
import { keep } from '../queries.ts'
import { api, call } from './client.ts'

export const SYSTEM_KEY = ['system'] as const
export const WEBHOOK_SECRET_KEY = [...SYSTEM_KEY, 'webhook-secret'] as const
export const SYSTEMS_KEY = ['systems'] as const
export const ORIGINS_KEY = ['origins'] as const
export const RECORDING_FOLDERS_KEY = ['recording-folders'] as const

export const getSystem = () => call(api.system.read)
/** @throws ApiError BAD_REQUEST with its members */
export const changeSystem = (body: z.input<typeof changeSystemRequest>) =>
  call(api.system.change, { body }).then((settings) => keep(SYSTEM_KEY, settings))
export const getWebhookSecret = () => call(api.system.webhookSecret)
export const rotateWebhookSecret = () =>
  call(api.system.rotateWebhookSecret).then((view) => keep(WEBHOOK_SECRET_KEY, view))
export const getOrigins = async () => (await call(api.installation.origins)).origins
/** @throws ApiError BAD_REQUEST with its members */
export const setOrigins = (origins: readonly string[]) =>
  call(api.installation.setOrigins, { body: { origins } })
export const getRecordingFolders = () => call(api.installation.recordingFolders)
/** @throws ApiError BAD_REQUEST with its members */
export const setRecordingFolders = (folders: readonly string[]) =>
  call(api.installation.setRecordingFolders, { body: { folders } })
export const listSystems = async () => (await call(api.installation.systems)).systems
/** The credentials are told this once. @throws ApiError BAD_REQUEST with its members */
export const addSystem = (body: z.input<typeof newSystemRequest>) =>
  call(api.installation.createSystem, { body })
/** How far addresses go that a system other than the first may name. */
export const setReach = (id: string, reach: OutgoingReach) =>
  call(api.installation.setReach, { params: { id }, body: { reach } })
