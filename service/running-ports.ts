import type { Addresses } from './control/channel/addresses.ts'
import type { ChosenPorts } from './control/setup/repository.ts'
import type { Joined } from './joined.ts'

/** Ports of the listeners that the fleet does not know. */
export interface ListenerPorts {
  readonly addresses: Addresses
  readonly option: number
  readonly live: number
  readonly console: number
}

/** Where everything listens now; 0 where any port will do and none is taken yet. */
export function runningPorts(
  { control, network }: Pick<Joined, 'control' | 'network'>,
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
