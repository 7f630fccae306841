import type { Operation } from '../define-operation.ts'
import { deleteChannel } from './20180501-delete-channel.ts'
import { listPlaylistUrls } from './20200207-list-playlist-urls.ts'
import { getEncryptKey } from './20200707-get-encrypt-key.ts'
import { listChannelIds } from './20200729-list-channel-ids.ts'
import { createRtmpChannel } from './20250901-create-rtmp-channel.ts'

/** Every operation of the live API that this version answers. */
export const OPERATIONS: readonly Operation[] = [
  deleteChannel,
  listPlaylistUrls,
  getEncryptKey,
  listChannelIds,
  createRtmpChannel,
]
