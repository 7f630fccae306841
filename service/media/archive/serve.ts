/** The requests of control, and what answers each. */
import type { ArchiveNotifications, ArchiveRequests } from '../../contract/archive-worker.ts'
import { WORKER_PROTOCOL_VERSION } from '../../contract/worker-protocol.ts'
import type { FaultsToWorker } from '../../contract/worker-protocol.ts'
import { toldRules } from '../../platform/faults/told-rules.ts'
import { Rpc } from '../../platform/rpc.ts'
import type { MessageLink } from '../../platform/rpc.ts'
import { Archive } from './archive.ts'
import type { ArchiveControlLink, ArchiveOptions } from './archive.ts'

/** How long the last reply may take to leave, ms. */
const REPLY_MS = 100

/** @param options `end` is called when control has asked to stop and was answered */
export function serveArchive(
  link: MessageLink,
  options: Omit<ArchiveOptions, 'control' | 'rules'> & { end(): void },
): void {
  const { clock } = options
  let archive: Archive | null = null
  const running = (): Archive => {
    if (!archive) throw new Error('the archive process has not been started')
    return archive
  }
  const { rules, listeners } = toldRules(
    (name, body) => link.post({ kind: 'notification', name, body }),
    clock,
  )
  const done = {}
  const control: ArchiveControlLink = Rpc.connect<
    Record<string, never>,
    ArchiveRequests,
    ArchiveNotifications,
    FaultsToWorker
  >(
    link,
    {
      start: async (request) => {
        if (request.version !== WORKER_PROTOCOL_VERSION) {
          throw new Error(`protocol version ${request.version}, want ${WORKER_PROTOCOL_VERSION}`)
        }
        archive = await Archive.start(request, { openStore: options.openStore, control, clock, rules })
        return { playerPort: archive.playerPort }
      },
      'spool.read': ({ folder }) => running().readSpool(folder),
      'recording.seal': ({ folder }) => running().seal(folder),
      'spool.remove': async ({ folder }) => {
        await running().removeSpool(folder)
        return done
      },
      'file.upload': (request) => running().upload(request),
      'upload.cancel': async ({ id }) => {
        await running().cancelUpload(id)
        return done
      },
      'objects.delete': (request) => running().delete(request),
      'destination.test': (request) => running().test(request),
      'publish.set': async (order) => {
        await running().publish(order)
        return done
      },
      'player.open': (request) => ({ url: running().play(request) }),
      stop: async () => {
        await archive?.stop()
        // The reply is written first: both ends of a pipe on this machine need no more than a moment for it.
        setTimeout(() => options.end(), REPLY_MS)
        return done
      },
    },
    listeners,
  )
}
