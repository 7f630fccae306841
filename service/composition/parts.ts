/** What the files of the composition root hand each other. */
import type { IceListen } from '../contract/sfu-worker.ts'
import type { EpochMilliseconds } from '../contract/units.ts'
import type { Signaling } from '../control/api/signaling/server.ts'
import type { Addresses } from '../control/channel/addresses.ts'
import type { EntryTokens } from '../control/api/console/entry-tokens.ts'
import type { Emulator } from '../control/emulator/emulator.ts'
import type { Credentials, FirstSystem } from '../control/identity/first-system.ts'
import type { ControlPlane } from './control.ts'
import type { Setup } from '../control/setup/setup.ts'
import type { ClosingStack } from '../platform/closing-stack.ts'
import type { Clock } from '../platform/clock.ts'
import type { Host } from '../platform/host.ts'
import type { Logger } from '../platform/logger.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import type { Settings } from '../platform/settings/command-line.ts'
import type { DiskWatch } from '../platform/settings/disk.ts'
import type { ChosenPorts } from '../control/setup/repository.ts'
import type { ChosenPorts as SettledPorts } from '../platform/settings/ports.ts'
import type { Reach } from '../platform/settings/reach.ts'
import type { LocalTls } from '../platform/tls/local-authority.ts'
import type { ServedCertificate } from '../platform/tls/served-certificate.ts'

export interface ServiceOptions {
  readonly settings: Settings
  /** Where the parts of the program are. */
  readonly layout: {
    readonly version: string
    readonly migrations: string
    readonly requestLogWriter: string
    readonly console: string
  }
  readonly host: Host
  /** Of all rules of time. */
  readonly clock: Clock
  readonly logger: Logger
  /** Seals what the database must not hold in clear. */
  readonly secrets: SecretBox
  /** Where a run before this one listened, which it goes on with. */
  readonly keptPorts: ChosenPorts
  /** Ends the service and starts it again on the same ports; called at most once. */
  restart(): void
}

/** What is known once the network side is decided. */
export interface Network {
  readonly tls: LocalTls
  /** What HTTPS listeners and signaling present. */
  readonly certificate: ServedCertificate
  readonly reach: Reach
  readonly chosen: SettledPorts
  /** Where WebRTC media is received, and by which addresses clients send it. */
  readonly mediaListen: IceListen[]
}

/** Who owns the installation. */
export interface Person {
  readonly first: FirstSystem
  readonly credentials: Credentials
  readonly setup: Setup
}

/** Everything that listeners are made of. */
export interface ServiceParts {
  readonly options: ServiceOptions
  readonly stack: ClosingStack
  /** Real time, where `options.clock` can be moved. */
  readonly machine: Clock
  readonly control: ControlPlane
  /** Null in a service that was started without `--emulator`. */
  readonly emulator: Emulator | null
  readonly network: Network
  readonly person: Person
  readonly disk: DiskWatch
  readonly entries: EntryTokens
  readonly startedAt: EpochMilliseconds
}

/** What the console needs to know of the other listeners. */
export interface OtherListeners {
  readonly addresses: Addresses
  readonly option: number
  readonly live: number
  readonly signaling: Pick<Signaling, 'refusal' | 'accept'>
}
