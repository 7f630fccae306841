/** Entry of the thumbnail process: key pictures to small JPEGs, one at a time. Started by control. */
import type { ThumbnailRequests } from '../../contract/worker-protocol.ts'
import { parentLink } from '../../platform/parent-link.ts'
import { Rpc } from '../../platform/rpc.ts'
import { silenceFfmpeg } from '../transcode/native.ts'
import { drawThumbnail } from './draw.ts'

const link = parentLink()
link.onClose(() => process.exit(0))
silenceFfmpeg()

Rpc.connect<Record<string, never>, ThumbnailRequests>(link, {
  begin: () => ({}),
  draw: (picture) => ({ jpeg: drawThumbnail(picture) }),
})

// These reach the whole process group at times; control decides what ends and in which order.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
