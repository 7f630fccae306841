import { RESET_KINDS } from '../../contract/console/state.ts'
import type { ResetKind, ResetResult, ResetView } from '../../contract/console/state.ts'
import type { SystemId } from '../../contract/ids.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { FinishedRecordings } from '../archive/archive-desks.ts'
import type { Catchers } from '../catcher/catchers.ts'
import type { Channels } from '../channel/channels.ts'
import type { Chat } from '../chat/chat.ts'
import type { User } from '../identity/user.ts'
import type { Users } from '../identity/users.ts'
import type { Incidents } from '../incident/incidents.ts'
import type { RequestLogReader } from '../request-log/reading.ts'
import type { Schedules } from '../schedule/schedules.ts'
import type { WebhookLog } from '../webhook/webhook-log.ts'

export interface ResetParts {
  readonly chat: Pick<Chat, 'count' | 'clear'>
  readonly recordings: FinishedRecordings
  readonly schedules: Pick<Schedules, 'list' | 'count' | 'clear'>
  readonly channels: Pick<Channels, 'listIds' | 'delete'>
  readonly users: Pick<Users, 'list' | 'remove'>
  readonly incidents: Pick<Incidents, 'countOver' | 'clear'>
  readonly webhooks: Pick<WebhookLog, 'countFinished' | 'clearFinished'>
  readonly catchers: Pick<Catchers, 'list' | 'clear'>
  readonly requests: Pick<RequestLogReader, 'clear'>
  /** Names of the system's channels with a connection. */
  readonly onAir: (systemId: SystemId) => readonly string[]
  /** Keeps the state of a system as it is. */
  readonly keep: (systemId: SystemId) => Promise<void>
  /** True while there is no other system that a call of an unknown caller could belong to. */
  readonly onlySystem: () => boolean
}

/** Whose those are who broadcast: they can't go while somebody does. */
const HAVE_CONNECTIONS: readonly ResetKind[] = ['schedules', 'channels']

/** Removes all of a kind from a system. What is not named stays. */
export class Resets {
  readonly #parts: ResetParts

  constructor(parts: ResetParts) {
    this.#parts = parts
  }

  view({ systemId }: Pick<User, 'systemId'>): ResetView {
    const { chat, recordings, schedules, incidents, webhooks, catchers, onAir } = this.#parts
    return {
      counts: {
        chat: chat.count(systemId),
        recordings: recordings.countFinished(systemId),
        schedules: schedules.count(systemId),
        channels: this.#ownChannels(systemId).length,
        users: this.#others(systemId).length,
        incidents: incidents.countOver(systemId),
        webhooks: webhooks.countFinished(systemId),
        catchers: catchers.list(systemId).length,
        requests: null,
      },
      onAir: [...onAir(systemId)],
    }
  }

  /**
   * @param by a master
   * @throws Refusal `ON_AIR`, `STATE_BUSY`, `STORAGE_FULL`; then nothing went
   */
  async run(by: User, kinds: readonly ResetKind[]): Promise<ResetResult> {
    const onAir = this.#parts.onAir(by.systemId)
    if (onAir.length > 0 && kinds.some((kind) => HAVE_CONNECTIONS.includes(kind)))
      throw refusal('ON_AIR', { channels: onAir, others: 0 })
    await this.#parts.keep(by.systemId)
    const removed: Partial<Record<ResetKind, number>> = {}
    for (const kind of RESET_KINDS) if (kinds.includes(kind)) removed[kind] = await this.#clear(kind, by)
    return { removed }
  }

  async #clear(kind: ResetKind, by: User): Promise<number> {
    const { chat, recordings, schedules, channels, users, incidents } = this.#parts
    const { webhooks, catchers, requests, onlySystem } = this.#parts
    const { systemId } = by
    switch (kind) {
      case 'chat':
        return chat.clear(systemId)
      case 'recordings':
        return recordings.clearFinished(systemId)
      case 'schedules':
        return schedules.clear(systemId)
      case 'channels': {
        const ids = this.#ownChannels(systemId)
        for (const id of ids) await channels.delete(systemId, id)
        return ids.length
      }
      case 'users': {
        const others = this.#others(systemId)
        for (const { id } of others) users.remove(by, systemId, id)
        return others.length
      }
      case 'incidents':
        return incidents.clear(systemId)
      case 'webhooks':
        return webhooks.clearFinished(systemId)
      case 'catchers':
        return catchers.clear(systemId)
      case 'requests':
        return requests.clear({ systemId, unknownCallers: onlySystem() })
    }
  }

  /** Those that belong to no schedule. */
  #ownChannels(systemId: SystemId) {
    const { channels, schedules } = this.#parts
    const scheduled = new Set(schedules.list(systemId).map(({ channelId }) => channelId))
    return channels.listIds(systemId).filter((id) => !scheduled.has(id))
  }

  #others(systemId: SystemId) {
    return this.#parts.users.list(systemId).filter(({ isMaster }) => !isMaster)
  }
}
