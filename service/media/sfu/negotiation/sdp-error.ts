import type { SdpFault } from '../../../contract/sfu-worker.ts'

/** SDP of a client that is none, or that cannot be worked with. The message never repeats what it said. */
export class SdpError extends Error {
  override readonly name = 'SdpError'
}

/** That SDP of a client is wrong is an answer; only what is wrong here is thrown. */
export function orSdpFault<Reply>(run: () => Reply): Reply | SdpFault {
  try {
    return run()
  } catch (error) {
    if (error instanceof SdpError) return { sdpFault: error.message }
    throw error
  }
}
