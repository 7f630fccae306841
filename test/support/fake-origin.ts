/** A stand-in for a process of the HLS origin: it listens on the ports it is given and serves nothing. */
import { createServer } from 'node:net'
import type { OriginNotifications, OriginRequests } from '../../service/contract/origin-worker.ts'
import { bind } from '../../service/media/origin/bind.ts'
import { parentLink } from '../../service/platform/parent-link.ts'
import { Rpc } from '../../service/platform/rpc.ts'

const link = parentLink()
link.onClose(() => process.exit(0))
Rpc.connect<Record<string, never>, OriginRequests, OriginNotifications>(link, {
  start: async ({ https, http, share }) => ({
    httpsPort: await bind(createServer(), https, share),
    httpPort: await bind(createServer(), http, share),
  }),
  attach: () => ({}),
  'playlists.access': () => ({}),
  'playlists.clock': () => ({}),
  'tls.replace': () => ({}),
  stop() {
    // After the reply, as the protocol has it.
    setImmediate(() => process.disconnect())
    return {}
  },
})
