/** The state of the installation as files, and what is reset of it. */
import type {
  ResetKind,
  ResetResult,
  ResetView,
  Restart,
  Snapshot,
  StateView,
} from '../../service/contract/console-state.ts'
import { STATE_MEDIA_TYPE } from '../../service/contract/console-state.ts'
import { call, callWithFile } from './http.ts'

export const STATE_KEY = ['state'] as const
export const RESET_KEY = ['reset'] as const
/** Where a file of the state as it is comes from. */
export const EXPORT_PATH = '/console/api/export'

const snapshots = '/console/api/snapshots'
const reset = '/console/api/reset'

export const snapshotFilePath = (id: string) => `${snapshots}/${id}/file`

export const getState = () => call<StateView>({ method: 'GET', path: '/console/api/state' })
/** @throws ApiError BAD_REQUEST, STORAGE_FULL */
export const saveSnapshot = (name: string) =>
  call<Snapshot>({ method: 'POST', path: snapshots, body: { name } })
export const deleteSnapshot = (id: string) => call<object>({ method: 'DELETE', path: `${snapshots}/${id}` })
/** The engine starts again afterwards. @throws ApiError ON_AIR, STATE_UNUSABLE, STORAGE_FULL */
export const restoreSnapshot = (id: string) =>
  call<Restart>({ method: 'POST', path: `${snapshots}/${id}/restore` })
/** As `restoreSnapshot`. */
export const importState = (file: Blob) =>
  callWithFile<Restart>('/console/api/import', file, STATE_MEDIA_TYPE)
export const addDemo = (language: 'en' | 'ja') =>
  call<object>({ method: 'POST', path: '/console/api/demo', body: { language } })
export const getReset = () => call<ResetView>({ method: 'GET', path: reset })
/** @throws ApiError ON_AIR, STORAGE_FULL */
export const resetKinds = (kinds: readonly ResetKind[]) =>
  call<ResetResult>({ method: 'POST', path: reset, body: { kinds } })
