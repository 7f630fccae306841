import type { AccessTokenList } from '../../../contract/console/access-tokens.ts'
import type { NewSystemCredentials, SystemList } from '../../../contract/console/installation.ts'
import type { QuotaList, SetQuotas } from '../../../contract/console/quotas.ts'
import type { AccessTokenId, SystemId } from '../../../contract/ids.ts'
import type { OutgoingReach } from '../../../contract/outgoing.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { RecordingFolders } from '../../archive/recording-folders.ts'
import type { Channels } from '../../channel/channels.ts'
import type { Recorder } from '../../emulator/record/recorder.ts'
import { generateWebhookSecret } from '../../identity/generate.ts'
import type { Identity } from '../../identity/identity.ts'
import { createSystem } from '../../identity/systems.ts'
import type { NewSystem } from '../../identity/systems.ts'
import type { AllowedOrigins } from '../../system/allowed-origins.ts'
import type { OutgoingPolicy } from '../../system/outgoing-policy.ts'
import type { Quotas } from '../../system/quotas.ts'
import { changeSystem } from '../../system/settings.ts'
import type { SystemChange } from '../../system/settings.ts'
import type { System } from '../../system/system.ts'

/** What masters do; each within their own system, but for the last seven. */
export interface Administration {
  accessTokens(systemId: SystemId): AccessTokenList['accessTokens']
  /** @returns the only copy of the token */
  createAccessToken(systemId: SystemId, name: string): { id: AccessTokenId; token: string }
  /** False when the system has no such token. */
  revokeAccessToken(systemId: SystemId, id: AccessTokenId): boolean
  change(systemId: SystemId, change: SystemChange): System
  /** @returns the new secret; the old one signs nothing any more */
  rotateWebhookSecret(systemId: SystemId): string
  /** Masters of the first system look after the whole installation. */
  ownsInstallation(systemId: SystemId): boolean
  readonly allowedOrigins: Pick<AllowedOrigins, 'current' | 'replace'>
  readonly recordingFolders: Pick<RecordingFolders, 'view' | 'replace'>
  systems(): SystemList['systems']
  createSystem(wanted: NewSystem): Promise<NewSystemCredentials>
  /** False when there is no such system, or it is the first. */
  setReach(systemId: SystemId, reach: OutgoingReach): boolean
  quotas(): QuotaList['systems']
  /** False when there is no such system, or it is the first. */
  setQuotas(systemId: SystemId, limits: SetQuotas): boolean
}

export interface AdministrationParts {
  readonly clock: Clock
  readonly identity: Identity
  readonly channels: Pick<Channels, 'list' | 'listIds'>
  readonly allowedOrigins: AllowedOrigins
  readonly recordingFolders: Pick<RecordingFolders, 'view' | 'replace'>
  readonly outgoing: Pick<OutgoingPolicy, 'reachOf'>
  readonly quotas: Pick<Quotas, 'view' | 'set'>
  /** Null without `--emulator`. */
  readonly recorder: Pick<Recorder, 'systemMade'> | null
}

export function consoleAdministration(parts: AdministrationParts): Administration {
  const { clock, identity, channels, allowedOrigins, recordingFolders, outgoing, quotas, recorder } = parts
  const { store, accessTokens } = identity
  /** The first one has what the computer has, and reaches what it reaches. */
  const isFurther = (id: SystemId) => store.systems.find(id) !== null && store.systems.first()?.id !== id
  return {
    accessTokens: (systemId) => {
      const counts = countBy(channels.list(systemId).map(({ tokenId }) => tokenId))
      return accessTokens.list(systemId).map(({ id, name, prefix, createdAt, lastUsedAt, revokedAt }) => {
        return { id, name, prefix, createdAt, lastUsedAt, revokedAt, channels: counts.get(id) ?? 0 }
      })
    },
    createAccessToken: (systemId, name) => accessTokens.create(systemId, name),
    revokeAccessToken: (systemId, id) => accessTokens.revoke(systemId, id),
    change: (systemId, change) => changeSystem(store, systemId, change),
    rotateWebhookSecret: (systemId) => {
      const secret = generateWebhookSecret()
      store.systems.setWebhookSecret(systemId, secret)
      return secret
    },
    ownsInstallation: (systemId) => store.systems.first()?.id === systemId,
    allowedOrigins,
    recordingFolders,
    systems: () =>
      store.systems.list().map(({ id, name, timeZone, createdAt }) => {
        const users = store.users.list(id).length
        const reach = outgoing.reachOf(id)
        return { id, name, timeZone, createdAt, users, channels: channels.listIds(id).length, reach }
      }),
    createSystem: async (wanted) => {
      const { system, credentials } = await createSystem(identity, clock, wanted)
      const made = { id: system.id, ...credentials }
      recorder?.systemMade(made, { name: wanted.name, timeZone: wanted.timeZone })
      return made
    },
    setReach: (systemId, reach) => {
      if (!isFurther(systemId)) return false
      store.systems.setOutgoingReach(systemId, reach)
      return true
    },
    quotas: () => store.systems.list().map(({ id, name }) => ({ id, name, quotas: quotas.view(id) })),
    setQuotas: (systemId, limits) => {
      if (!isFurther(systemId)) return false
      quotas.set(systemId, limits)
      return true
    },
  }
}

function countBy<Key>(keys: readonly Key[]): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
