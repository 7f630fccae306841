/**
 * The archive process with stores that get only so much, so that it can be killed in the middle of an upload, however
 * late: `AIRDESK_HOLD_AT` says up to which byte, all where it is empty. `AIRDESK_SENT_LOG` names a file that gets a
 * line with the size of everything that was given to a store.
 */
import { appendFileSync } from 'node:fs'
import { serveArchive } from '../../service/media/archive/serve.ts'
import { systemClock } from '../../service/platform/clock.ts'
import { parentLink } from '../../service/platform/parent-link.ts'
import { openStore } from '../../service/provider/archive/open-store.ts'
import type { ArchiveStore } from '../../service/provider/archive/provider.ts'

const holdAt = Number(process.env['AIRDESK_HOLD_AT'] || Infinity)

function held(store: ArchiveStore, log: string): ArchiveStore {
  const put: ArchiveStore['put'] = (object, options) =>
    store.put(
      {
        ...object,
        body: {
          size: object.body.size,
          read: (start, length) =>
            start < holdAt ? object.body.read(start, length) : new Promise<never>(() => undefined),
        },
      },
      {
        ...options,
        onState: (state) => options.onState(state),
        onSent(bytes) {
          appendFileSync(log, `${bytes}\n`)
          options.onSent(bytes)
        },
      },
    )
  // The methods of a store are those of its class.
  return new Proxy(store, {
    get(target, name) {
      if (name === 'put') return put
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}

const log = process.env['AIRDESK_SENT_LOG']
if (log === undefined) throw new Error('AIRDESK_SENT_LOG is missing.')
const link = parentLink()
serveArchive(link, {
  openStore: (destination, settings) => held(openStore(destination, settings), log),
  clock: systemClock,
  end: () => process.exit(0),
})
link.onClose(() => process.exit(0))
