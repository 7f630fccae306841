import type { Addresses } from '../control/channel/addresses.ts'
import type { ChosenPorts } from '../control/setup/repository.ts'
import type { ServiceParts } from './parts.ts'
import { writeLastPorts } from '../platform/settings/last-ports.ts'

/** Ports of the listeners that the fleet does not know. */
export interface ListenerPorts {
  readonly addresses: Addresses
  readonly option: number
  readonly live: number
  readonly console: number
}

/** Where everything listens now; 0 where any port will do and none is taken yet. */
export function runningPorts(
  { control, network }: Pick<ServiceParts, 'control' | 'network'>,
  { addresses, option, live, console }: ListenerPorts,
): ChosenPorts {
  const { sfu, archive } = control.fleet
  return {
    rtmp: addresses.rtmp.port,
    media: addresses.https.port,
    'media-http': addresses.http.port,
    console,
    option,
    live,
    signaling: addresses.signaling.port,
    sfu: sfu.port(0),
    'sfu-verification': sfu.port(1),
    player: archive.player?.port ?? network.chosen.ports.player,
  }
}

/** Remembers where everything listens for the next start: now, and when a process that is started later does. */
export function keepPorts(
  parts: Pick<ServiceParts, 'control' | 'network' | 'options'>,
  listening: ListenerPorts,
) {
  const { settings, logger } = parts.options
  const keep = () => {
    try {
      writeLastPorts(settings.dataDir, runningPorts(parts, listening))
    } catch (error) {
      // The next start has other addresses then; this one goes on.
      logger.warn({ err: error }, 'the ports could not be remembered')
    }
  }
  keep()
  const { sfu, archive } = parts.control.fleet
  sfu.onState(keep)
  archive.onStart(keep)
}
