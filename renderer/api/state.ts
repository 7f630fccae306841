/** The state of the installation as files, and what is reset of it. */
import type { ResetKind } from '../../service/contract/console/state.ts'
import { api, call, fileAddress, upload } from './client.ts'

export const STATE_KEY = ['state'] as const
export const RESET_KEY = ['reset'] as const
/** Where a file of the state as it is comes from. */
export const EXPORT_PATH = fileAddress(api.state.export)

export const snapshotFilePath = (id: string) => fileAddress(api.state.snapshotFile, { params: { id } })

export const getState = () => call(api.state.read)
/** @throws ApiError BAD_REQUEST, STORAGE_FULL */
export const saveSnapshot = (name: string) => call(api.state.save, { body: { name } })
export const deleteSnapshot = (id: string) => call(api.state.remove, { params: { id } })
/** The engine starts again afterwards. @throws ApiError ON_AIR, STATE_UNUSABLE, STORAGE_FULL */
export const restoreSnapshot = (id: string) => call(api.state.restore, { params: { id } })
/** As `restoreSnapshot`. */
export const importState = (file: Blob) => upload(api.state.import, file)
export const addDemo = (language: 'en' | 'ja') => call(api.state.addDemo, { body: { language } })
export const getReset = () => call(api.state.readReset)
/** @throws ApiError ON_AIR, STORAGE_FULL */
export const resetKinds = (kinds: readonly ResetKind[]) => call(api.state.reset, { body: { kinds } })
