import { SIGNALING_FAILURE } from '../../contract/signaling.ts'
import type { SfuChannels } from './ports.ts'
import { SignalingRefusal } from './signaling-ports.ts'
import type { SignalingAdmission } from './signaling-ports.ts'

/** Channels that nobody can connect to. */
export const noSfu: SfuChannels = { connections: () => [], spotlight: () => null }

/** Takes nobody. */
export const noAdmission: SignalingAdmission = {
  connect: () =>
    Promise.reject(new SignalingRefusal({ code: SIGNALING_FAILURE, reason: 'SERVICE-UNAVAILABLE' })),
}
