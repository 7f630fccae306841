import type { Operation } from '../define-operation.ts'
import { deleteChannel } from './20180501-delete-channel.ts'
import { createArchiveDestination } from './20190205-create-archive-destination.ts'
import { deleteArchiveDestination } from './20190205-delete-archive-destination.ts'
import { listArchiveDestinations } from './20190205-list-archive-destinations.ts'
import { listPlaylistUrls } from './20200207-list-playlist-urls.ts'
import { createMultistreamChannelWithHls } from './20200316-create-multistream-channel-with-hls.ts'
import { createMultistreamChannel } from './20200316-create-multistream-channel.ts'
import { getEncryptKey } from './20200707-get-encrypt-key.ts'
import { listChannelIds } from './20200729-list-channel-ids.ts'
import { createRtmpChannel } from './20250901-create-rtmp-channel.ts'
import { FORWARDED } from './sfu/index.ts'

/** Every operation of the live API that this version answers, in the order of the documents. */
export const OPERATIONS: readonly Operation[] = [
  createMultistreamChannelWithHls,
  createMultistreamChannel,
  createRtmpChannel,
  listPlaylistUrls,
  deleteChannel,
  listChannelIds,
  getEncryptKey,
  createArchiveDestination,
  deleteArchiveDestination,
  listArchiveDestinations,
  ...FORWARDED,
]
