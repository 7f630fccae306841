/** The state of the installation as files, and what is reset of it. */
import type { Download, ResetKind, SeedPack } from '../../service/contract/console/state.ts'
import { openDownload } from '../save-file.ts'
import { api, call, fileAddress, upload } from './client.ts'

export const STATE_KEY = ['state'] as const
export const RESET_KEY = ['reset'] as const
/** The browser downloads a file of the state as it is. @throws ApiError STORAGE_FULL */
export const downloadState = async () => download(await call(api.state.export))
/** The same of a snapshot. @throws ApiError STORAGE_FULL */
export const downloadSnapshot = async (id: string) =>
  download(await call(api.state.snapshotFile, { params: { id } }))

const download = ({ ticket }: Download) =>
  openDownload(fileAddress(api.state.download, { params: { ticket } }))

export const getState = () => call(api.state.read)
/** @throws ApiError BAD_REQUEST, STORAGE_FULL */
export const saveSnapshot = (name: string) => call(api.state.save, { body: { name } })
export const deleteSnapshot = (id: string) => call(api.state.remove, { params: { id } })
/** The engine starts again afterwards. @throws ApiError ON_AIR, STATE_UNUSABLE, STORAGE_FULL */
export const restoreSnapshot = (id: string) => call(api.state.restore, { params: { id } })
/** As `restoreSnapshot`. */
export const importState = (file: Blob) => upload(api.state.import, file)
export const addDemo = (body: { readonly language: 'en' | 'ja'; readonly pack: SeedPack }) =>
  call(api.state.addDemo, { body })
export const getReset = () => call(api.state.readReset)
/** @throws ApiError ON_AIR, STORAGE_FULL */
export const resetKinds = (kinds: readonly ResetKind[]) => call(api.state.reset, { body: { kinds } })
