/** Stands in for the thumbnail process: the "JPEG" says which picture it was asked to draw. */
import type { ThumbnailRequests } from '../../service/contract/worker-protocol.ts'
import { parentLink } from '../../service/platform/parent-link.ts'
import { Rpc } from '../../service/platform/rpc.ts'

const link = parentLink()
link.onClose(() => process.exit(0))
Rpc.connect<Record<string, never>, ThumbnailRequests>(link, {
  begin: () => ({}),
  draw: ({ data }) => {
    const text = Buffer.from(data).toString()
    if (text === 'die') process.exit(1)
    if (text === 'hang') return new Promise<never>(() => undefined)
    if (text === 'broken') throw new Error('broken')
    return { jpeg: Buffer.from(`${process.pid} ${text}`) }
  },
})
