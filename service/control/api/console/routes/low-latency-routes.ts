import type { lowLatencyApi } from '../../../../contract/console/low-latency.ts'
import { describeAct } from '../../../audit/acts.ts'
import type { ConsoleParts } from '../console-parts.ts'
import type { Handlers } from '../handlers.ts'

/** Which channels have low latency HLS. */
export function lowLatencyRoutes({
  lowLatency,
}: Pick<ConsoleParts, 'lowLatency'>): Handlers<typeof lowLatencyApi> {
  const ofInstallation = () => ({ on: lowLatency.ofInstallation() })
  return {
    read: ({ caller, params }) => lowLatency.view(caller.system.id, params.id),
    change: ({ caller, params, body }) => {
      describeAct({ details: { changed: [`lowLatency=${body.mode}`] } })
      lowLatency.change(caller.system.id, params.id, body.mode)
      return lowLatency.view(caller.system.id, params.id)
    },
    readInstallation: ofInstallation,
    changeInstallation: ({ body }) => {
      describeAct({ details: { changed: [`lowLatency=${body.on ? 'on' : 'off'}`] } })
      lowLatency.changeInstallation(body.on)
      return ofInstallation()
    },
  }
}
