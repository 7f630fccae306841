/** What tests do with a system, whichever it is. */
import type { ConsoleClient } from '../entry/console-client.ts'
import { channelApi } from '../contract/console/channels.ts'
import { emulatorSystemApi } from '../contract/console/emulator/systems.ts'
import { systemApi } from '../contract/console/system.ts'
import type { ChannelId, SystemId } from '../contract/ids.ts'
import { liveClient, optionClient } from './clients.ts'
import type { LiveClient, OptionClient } from './clients.ts'
import { player } from './play/play.ts'
import type { Play } from './play/play.ts'
import { publisher } from './publish.ts'
import type { Publish, PublishParts } from './publish.ts'
import type { Ready } from './ready.ts'
import { receiveWebhooks } from './webhooks.ts'
import type { Webhooks } from './webhooks.ts'
import type { WebrtcClients } from './webrtc/clients.ts'

export interface Tools {
  /** Calls the option API as the master user. */
  readonly option: OptionClient
  /** Calls the live API by the access token. */
  readonly live: LiveClient
  /** Puts a test picture, a file or a synthetic WebRTC client on air. */
  readonly publish: Publish
  /** Waits until a playlist can be played, and gives segments and what is in them. */
  readonly play: Play
  /** A receiver of webhooks on loopback, which knows what they are signed with. It is closed at the end by itself. */
  webhooks(): Promise<Webhooks>
}

type TestPictureCall = 'startTestPicture' | 'stopTestPicture' | 'isTestPictureOnAir'

/** A system as its tools need it. */
export interface ToolParts {
  readonly ready: Ready
  readonly clients: Pick<WebrtcClients, 'open'>
  readonly webhookSecret: () => Promise<string>
  readonly testPicture: Pick<PublishParts, TestPictureCall>
}

/** @returns the tools, and what ends all that was begun with them */
export function toolsOf({
  ready,
  clients,
  webhookSecret,
  testPicture,
}: ToolParts): [Tools, () => Promise<void>] {
  const receivers: Webhooks[] = []
  const live = liveClient(ready)
  const tools: Tools = {
    option: optionClient(ready),
    live,
    publish: publisher({ ...ready, clients, ...testPicture }),
    play: player({ caCertFile: ready.caCertFile, key: (uri) => keyOf(live, uri) }),
    async webhooks() {
      const receiver = await receiveWebhooks({ secret: await webhookSecret() })
      receivers.push(receiver)
      return receiver
    },
  }
  const close = async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
  }
  return [tools, close]
}

/** What is special of the system that the service begins with. */
export function firstSystem(console: ConsoleClient): Pick<ToolParts, 'webhookSecret' | 'testPicture'> {
  const params = (id: string) => ({ params: { id: id as ChannelId } })
  return {
    webhookSecret: async () => (await console.call(systemApi.webhookSecret)).webhookSecret,
    testPicture: {
      startTestPicture: (id) => console.call(channelApi.startTestPicture, params(id)),
      stopTestPicture: (id) => console.call(channelApi.stopTestPicture, params(id)),
      isTestPictureOnAir: async (id) => (await console.call(channelApi.testPicture, params(id))).onAir,
    },
  }
}

/** What is special of one that was made for a test. */
export function testSystem(
  console: Pick<ConsoleClient, 'call'>,
  { id, webhookSecret }: { readonly id: string; readonly webhookSecret: string },
): Pick<ToolParts, 'webhookSecret' | 'testPicture'> {
  const params = (channelId: string) => ({
    params: { id: id as SystemId, channelId: channelId as ChannelId },
  })
  return {
    webhookSecret: () => Promise.resolve(webhookSecret),
    testPicture: {
      startTestPicture: (channel) => console.call(emulatorSystemApi.startTestPicture, params(channel)),
      stopTestPicture: (channel) => console.call(emulatorSystemApi.stopTestPicture, params(channel)),
      isTestPictureOnAir: async (channel) =>
        (await console.call(emulatorSystemApi.testPicture, params(channel))).onAir,
    },
  }
}

/** The service has the keys of the playlists that it encrypts, by the `kid` in their addresses. */
async function keyOf(live: LiveClient, uri: string): Promise<Uint8Array> {
  const kid = new URL(uri).searchParams.get('kid') ?? ''
  const { data } = await live('Service_20200707.GetEncryptKey', { kid })
  if (!data) throw new Error(`The service has no key for ${uri}; give play one by its option key.`)
  return Buffer.from(data.encrypt_key, 'hex')
}
