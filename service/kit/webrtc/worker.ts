/** Process of a test's synthetic WebRTC clients, so that no native library is loaded where the test runs. */
import { readFileSync } from 'node:fs'
import { readClip } from './clip.ts'
import type { Clip } from './clip.ts'
import type { OpenOrder, Order, Report } from './messages.ts'
import { Session } from './session.ts'

const sessions = new Map<number, Session>()
const clips = new Map<string, Promise<Clip>>()

/** Whoever started it may be gone, and hears nothing more. */
const tell = (report: Report) => process.send?.(report, () => undefined)

process.on('message', (order: Order) => {
  const { client } = order
  if (order.kind === 'open') void open(order)
  else if (order.kind === 'count') {
    const { question } = order
    const counts = sessions.get(client)?.counts()
    if (counts) tell({ kind: 'counts', client, question, counts })
  } else sessions.get(client)?.[order.kind]()
})
// Whoever started it is gone.
process.on('disconnect', () => process.exit())

async function open(order: OpenOrder): Promise<void> {
  const { client, file, caCertFile } = order
  try {
    let clip = clips.get(file)
    if (!clip) clips.set(file, (clip = readClip(file)))
    const session = new Session(order, readFileSync(caCertFile), await clip, {
      opened: (connectionId) => tell({ kind: 'opened', client, connectionId }),
      message: (message) => tell({ kind: 'message', client, message }),
      closed: (code, reason) => tell({ kind: 'closed', client, code, reason }),
    })
    sessions.set(client, session)
  } catch (error) {
    tell({ kind: 'closed', client, code: 0, reason: error instanceof Error ? error.message : String(error) })
  }
}
