import type { TestPictureRequests } from '../../contract/worker-protocol.ts'
import { parentLink } from '../../platform/parent-link.ts'
import { Rpc } from '../../platform/rpc.ts'
import { silenceFfmpeg } from '../transcode/native.ts'
import { Broadcast } from './broadcast.ts'

/*
 * Entry of a test picture process. It publishes one test picture and ends: with 0 when it was asked to or
 * control is gone, with 1 when the connection to the address broke.
 */
/** How long saying goodbye may take. */
const FAREWELL = 1_000

let broadcast: Broadcast | null = null
let asked = false

function end(): void {
  if (!broadcast) process.exit(0)
  broadcast.stop()
  setTimeout(() => process.exit(0), FAREWELL)
}

const remark = (text: string) => process.stderr.write(`Test picture: ${text}\n`)

async function publish(request: TestPictureRequests['publish'][0]): Promise<Record<string, never>> {
  if (asked) throw new Error('This process publishes a test picture already.')
  asked = true
  broadcast = await Broadcast.start(request)
  const leftOut = (from: number, to: number) =>
    remark(`left out pictures ${from} to ${to - 1}, as this computer was too busy for them`)
  broadcast.run(leftOut).then(
    () => process.exit(0),
    (error: unknown) => {
      remark(error instanceof Error ? error.message : String(error))
      process.exit(1)
    },
  )
  return {}
}

silenceFfmpeg()
const link = parentLink()
link.onClose(end)
process.on('SIGTERM', end)
process.on('SIGINT', end)
Rpc.connect<Record<string, never>, TestPictureRequests>(link, { begin: () => ({}), publish })
