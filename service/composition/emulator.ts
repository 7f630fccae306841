import { randomInt } from 'node:crypto'
import type { EmulatorView } from '../contract/console/emulator/state.ts'
import type { SystemId } from '../contract/ids.ts'
import type { LiveFaults } from '../control/api/live/server.ts'
import type { OptionFaults } from '../control/api/option/server.ts'
import type { SignalingFaults } from '../control/api/signaling/faulty-passage.ts'
import type { ControlPlane } from './control.ts'
import { ClockDesk } from '../control/emulator/clock/clock-desk.ts'
import type { Emulator } from '../control/emulator/emulator.ts'
import { FaultBook } from '../control/emulator/faults/book.ts'
import { faultyHost } from '../control/emulator/faults/faulty-host.ts'
import { readFaultFile } from '../control/emulator/faults/read-fault-file.ts'
import { systemClock } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import type { Host } from '../platform/host.ts'
import type { Settings } from '../platform/settings/command-line.ts'
import { runsOf } from './runs.ts'

/**
 * What the service can be made to do because it was started with `--emulator`; null where it was not.
 * @throws InvalidOptionError where the file of faults is none
 */
export function openEmulator(
  settings: Pick<Settings, 'emulator' | 'seed' | 'faultsFile' | 'dataDir'>,
  machine: Clock,
  version: string,
): Emulator | null {
  if (!settings.emulator) return null
  const { seed, faultsFile } = settings
  const clock = new ClockDesk(machine)
  const { runs } = runsOf(settings, clock.rules, version)
  const faults = new FaultBook({ seed: seed ?? randomInt(2 ** 31), clock: clock.rules, machine })
  if (faultsFile !== null) void faults.put(readFaultFile(faultsFile))
  return { seed, clock, faults, runs }
}

/** What is unreal, for all who are signed in. */
export const emulatorView = (emulator: Emulator | null): EmulatorView | null =>
  emulator && { clock: emulator.clock.view(), faults: emulator.faults.summary() }

/** The host, as media processes are told of faults. */
export function hostWithFaults(host: Host, emulator: Emulator | null): Host {
  if (!emulator) return host
  const faulty = faultyHost(host, emulator.faults, systemClock)
  emulator.faults.follow(faulty)
  return faulty
}

/** What strikes calls of both APIs and signaling; nothing where the service was started without `--emulator`. */
export function faultsOfListeners(
  emulator: Emulator | null,
  control: Pick<ControlPlane, 'audit' | 'broadcasts' | 'channels' | 'channelRepository' | 'identity'>,
): { option: OptionFaults; live: LiveFaults; signaling: SignalingFaults } | null {
  if (!emulator) return null
  const { faults } = emulator
  const { audit, broadcasts, channels, channelRepository, identity } = control
  const onAir = (systemId: SystemId) =>
    channels.listIds(systemId).some((id) => broadcasts.activity(id).onAirSince !== null)
  return {
    option: { at: (facts) => faults.at('option', facts) },
    live: {
      at: (facts) => faults.at('live', { ...facts, onAir: () => onAir(facts.systemId) }),
      revoke({ systemId, tokenId }) {
        identity.accessTokens.revoke(systemId, tokenId)
        const name = identity.accessTokens.list(systemId).find(({ id }) => id === tokenId)?.name ?? null
        audit.record({
          ...{ verb: 'token.revoked', actor: { kind: 'service', id: null, name: null }, via: 'service' },
          ...{ systemId, remoteAddress: null, details: {}, refused: null },
          objects: [{ kind: 'token', id: tokenId, name }],
        })
      },
    },
    signaling: {
      at: (facts) => faults.at('signaling', facts),
      systemOf: (channelId) => channelRepository.find(channelId)?.systemId,
    },
  }
}
