/** What masters settle: their system, and the installation where theirs is its first system. */
import type { z } from 'zod'
import type {
  changeSystemRequest,
  newSystemRequest,
  NewSystemCredentials,
  SystemList,
  SystemSettings,
} from '../../service/contract/console-access.ts'
import { call } from './http.ts'

export const SYSTEM_KEY = ['system'] as const
export const SYSTEMS_KEY = ['systems'] as const
export const ORIGINS_KEY = ['origins'] as const

const path = '/console/api/system'

export const getSystem = () => call<SystemSettings>({ method: 'GET', path })
/** @throws ApiError BAD_REQUEST with its members */
export const changeSystem = (body: z.input<typeof changeSystemRequest>) =>
  call<SystemSettings>({ method: 'PATCH', path, body })
export const getWebhookSecret = () =>
  call<{ readonly webhookSecret: string }>({ method: 'GET', path: `${path}/webhook-secret` })
export const rotateWebhookSecret = () =>
  call<{ readonly webhookSecret: string }>({ method: 'POST', path: `${path}/webhook-secret/rotate` })
export const getOrigins = async () =>
  (await call<{ origins: readonly string[] }>({ method: 'GET', path: '/console/api/origins' })).origins
/** @throws ApiError BAD_REQUEST with its members */
export const setOrigins = (origins: readonly string[]) =>
  call<object>({ method: 'PUT', path: '/console/api/origins', body: { origins } })
export const listSystems = async () =>
  (await call<SystemList>({ method: 'GET', path: '/console/api/systems' })).systems
/** The credentials are told this once. @throws ApiError BAD_REQUEST with its members */
export const addSystem = (body: z.input<typeof newSystemRequest>) =>
  call<NewSystemCredentials>({ method: 'POST', path: '/console/api/systems', body })
