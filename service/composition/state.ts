import type { StateView } from '../contract/console/state.ts'
import type { ChannelId, SystemId } from '../contract/ids.ts'
import { DownloadTickets } from '../control/api/console/download-tickets.ts'
import { secretHash } from '../control/identity/secret-hash.ts'
import { hasOneSystem } from '../control/identity/systems.ts'
import type { User } from '../control/identity/user.ts'
import { Resets } from '../control/state/resets.ts'
import { StateDesk } from '../control/state/state-desk.ts'
import type { AskingSession } from '../control/state/state-files.ts'
import type { ControlPlane } from './control.ts'
import type { ServiceParts } from './parts.ts'
import { refusal } from '../contract/refusal/refusal.ts'

export interface StatePlane {
  readonly state: StateDesk
  readonly resets: Resets
  readonly downloads: DownloadTickets
  asking(token: string, user: User): AskingSession
}

/** What keeps, restores and resets the state. */
export function openState({ options, machine, stack, control, disk }: ServiceParts): StatePlane {
  const { identity } = control
  const onAir = (systemId: SystemId) => channelsOnAir(control, systemId)
  const state = new StateDesk({
    dataDir: options.settings.dataDir,
    files: control.stateFiles,
    audit: control.audit,
    quotas: control.quotas,
    clock: options.clock,
    box: options.secrets,
    ports: () => control.setup.ports(),
    folders: () => control.recordingFolders.view().folders,
    onAir,
    freeBytes: () => disk.freeBytes(),
    restart: () => options.restart(),
  })
  state.removeOld()
  const resets = new Resets({
    chat: control.chat,
    recordings: control.recordings.recordings,
    schedules: control.schedules,
    channels: control.channels,
    users: identity.users,
    incidents: control.incidents,
    webhooks: control.webhookLog,
    catchers: control.catchers,
    requests: control.requestLogReader,
    onAir: (systemId) => onAir(systemId).channels,
    keep: (systemId) => state.saveBeforeReset(systemId),
    onlySystem: () => hasOneSystem(identity.store),
  })
  const downloads = new DownloadTickets(machine)
  stack.defer(() => downloads.close())
  return {
    state,
    resets,
    downloads,
    asking(hashed, user) {
      const token = identity.store.loginTokens.find(secretHash(hashed))
      if (!token) throw refusal('NOT_AUTHENTICATED')
      return { token, user }
    },
  }
}

/** Channels that somebody sends to or watches over WebRTC; those of other systems are only counted. */
function channelsOnAir(control: ControlPlane, systemId: SystemId): StateView['onAir'] {
  const { channels, broadcasts, webrtc, identity } = control
  const isOnAir = ({ channelId }: { readonly channelId: ChannelId }) =>
    broadcasts.activity(channelId).connections.some(({ endedAt }) => endedAt === null) ||
    webrtc.sessions.view(channelId).connections.length > 0
  const others = identity.store.systems.list().filter(({ id }) => id !== systemId)
  return {
    channels: channels
      .list(systemId)
      .filter(isOnAir)
      .map(({ name, channelId }) => (name === '' ? channelId : name)),
    others: others.reduce((sum, { id }) => sum + channels.list(id).filter(isOnAir).length, 0),
  }
}
