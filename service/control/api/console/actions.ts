import type { AccessTokenId, ChannelId, SystemId } from '../../../contract/ids.ts'
import type { Environment } from '../../../contract/live-api.ts'
import type { Channels } from '../../channel/channels.ts'
import type { EncryptionKeys } from '../../channel/encryption-keys.ts'
import type { Broadcasts } from '../../connection/broadcasts.ts'
import type { LiveDispatch } from '../live/dispatch.ts'
import type { ConsoleActions } from './console-parts.ts'

const VERIFICATION: Environment = 1

export interface ActionParts {
  readonly dispatch: LiveDispatch
  /** The token that a system's console calls are made with. */
  consoleToken(systemId: SystemId): AccessTokenId
  readonly channels: Pick<Channels, 'get' | 'rename' | 'setLabel'>
  readonly broadcasts: Pick<Broadcasts, 'endConnection'>
  readonly sfu: { restart(environment: Environment): Promise<void> }
  readonly keys: EncryptionKeys
  readonly testPictures: {
    startTestPicture(channelId: ChannelId, url: string): Promise<void>
    stopTestPicture(channelId: ChannelId): Promise<void>
    testPictureRunning(channelId: ChannelId): boolean
  }
  ingestUrl(channelId: ChannelId): string
}

/** The operator's actions, each within the operator's own system. */
export function consoleActions(parts: ActionParts): ConsoleActions {
  const { dispatch, channels, broadcasts, sfu, keys, testPictures } = parts
  return {
    live: ({ systemId, target, body, asking, form }) =>
      dispatch(target, body, { systemId, tokenId: parts.consoleToken(systemId) }, { asking, form }),
    rename: (systemId, channelId, name) => channels.rename(systemId, channelId, name),
    setLabel: (systemId, channelId, label) => channels.setLabel(systemId, channelId, label),
    startTestPicture: async (systemId, channelId) => {
      channels.get(systemId, channelId)
      await testPictures.startTestPicture(channelId, parts.ingestUrl(channelId))
    },
    stopTestPicture: async (systemId, channelId) => {
      channels.get(systemId, channelId)
      await testPictures.stopTestPicture(channelId)
    },
    isTestPictureOnAir: (systemId, channelId) => {
      channels.get(systemId, channelId)
      return testPictures.testPictureRunning(channelId)
    },
    endConnection: (systemId, connectionId) => broadcasts.endConnection(systemId, connectionId),
    restartVerification: () => sfu.restart(VERIFICATION),
    findKey: (systemId, kid) => keys.find(systemId, kid),
  }
}
