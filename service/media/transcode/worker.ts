import type { TranscoderRequests } from '../../contract/worker-protocol.ts'
import { parentLink } from '../../platform/parent-link.ts'
import { Rpc } from '../../platform/rpc.ts'
import { connectMediaLink } from '../link/connect.ts'
import { runSession } from './session.ts'
import { warmUp } from './warm-up.ts'

/*
 * Entry of a transcoder process. It warms up, waits until it is assigned to a connection, transcodes that
 * one and ends: with 0 after everything was delivered, else with 1. An assignment that comes while it
 * warms up is answered when it is warm.
 */
const link = parentLink()
link.onClose(() => process.exit(0))
warmUp()

let assigned = false
Rpc.connect<Record<string, never>, TranscoderRequests>(link, {
  begin: () => ({}),
  async assign({ pipe, token }) {
    if (assigned) throw new Error('This transcoder has a connection already.')
    assigned = true
    const peer = await connectMediaLink(pipe, token)
    void runSession(peer).then((delivered) => process.exit(delivered ? 0 : 1))
    return {}
  },
})
