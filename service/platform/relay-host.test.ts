import { expect, test } from 'vitest'
import type { HostToService, ServiceToHost } from '../contract/host-protocol.ts'
import type { WireMessage } from '../contract/worker-protocol.ts'
import { relayHost } from './relay-host.ts'

function setUp() {
  const posted: ServiceToHost[] = []
  let tell: (message: HostToService) => void = () => undefined
  const host = relayHost({
    post: (message) => posted.push(message),
    onMessage: (listener) => (tell = listener),
  })
  return { host, posted, tell: (message: HostToService) => tell(message) }
}
const note = (name: string): WireMessage => ({ kind: 'notification', name, body: {} })

test('a worker is started, talked to, and ended through the main process', async () => {
  const { host, posted, tell } = setUp()
  const [first, second] = [host.start('ingest'), host.start('transcode')]
  expect(posted).toEqual([
    { kind: 'worker.start', worker: 1, name: 'ingest' },
    { kind: 'worker.start', worker: 2, name: 'transcode' },
  ])
  tell({ kind: 'worker.started', worker: 2, pid: 22 })
  tell({ kind: 'worker.started', worker: 1, pid: 11 })
  const [ingest, transcode] = await Promise.all([first, second])
  expect([ingest.pid, transcode.pid]).toEqual([11, 22])

  const received: string[] = []
  tell({ kind: 'worker.message', worker: 1, message: note('early') })
  ingest.onMessage((message) => received.push(message.kind === 'notification' ? message.name : ''))
  tell({ kind: 'worker.message', worker: 2, message: note('of another') })
  tell({ kind: 'worker.message', worker: 1, message: note('late') })
  expect(received).toEqual(['early', 'late'])

  ingest.post(note('to it'))
  ingest.kill()
  expect(posted.slice(2)).toEqual([
    { kind: 'worker.post', worker: 1, message: note('to it') },
    { kind: 'worker.kill', worker: 1 },
  ])
})

test('the end of a worker is told once, also to who asks late; nothing is sent to it any more', async () => {
  const { host, posted, tell } = setUp()
  const start = host.start('ingest')
  tell({ kind: 'worker.started', worker: 1, pid: 11 })
  const worker = await start
  const closed: string[] = []
  worker.onClose(() => closed.push('early'))
  tell({ kind: 'worker.closed', worker: 1 })
  tell({ kind: 'worker.closed', worker: 1 })
  await new Promise<void>((resolve) =>
    worker.onClose(() => {
      closed.push('late')
      resolve()
    }),
  )
  worker.post(note('lost'))
  worker.kill()
  expect(closed).toEqual(['early', 'late'])
  expect(posted).toHaveLength(1)
})

test('a start that fails says why', async () => {
  const { host, tell } = setUp()
  const [first, second] = [host.start('ingest'), host.start('ingest')]
  tell({ kind: 'worker.failed', worker: 1, text: 'no such file' })
  tell({ kind: 'worker.closed', worker: 2 })
  await expect(first).rejects.toThrow('no such file')
  await expect(second).rejects.toThrow('the process ended while it was started')
})
