import { beforeEach, describe, expect, test } from 'vitest'
import type { ChannelId, ConnectionId, SystemId } from '../../../contract/ids.ts'
import { Refusal, refusal } from '../../../contract/refusal/refusal.ts'
import type { LiveConnection } from '../../connection/channel-activity.ts'
import type { SfuConnection } from '../../sfu/sfu-channels.ts'
import { consoleActions } from './actions.ts'
import type { ActionParts } from './actions.ts'

const [MINE, OTHERS] = ['MINE', 'OTHERS'] as SystemId[] as [SystemId, SystemId]
const CHANNEL_OF: Readonly<Record<string, ChannelId[]>> = {
  MINE: ['RTMP', 'WEBRTC'] as ChannelId[],
  OTHERS: [],
}
/** An encoder, a WebRTC client, and one whose media becomes HLS. */
const SENDS = { RTMP: ['encoder'], WEBRTC: ['hls'] }
const CONNECTED = { RTMP: [], WEBRTC: ['client', 'hls'] }

let done: unknown[]
let isAway: boolean

function idsOf(table: Readonly<Record<string, readonly string[]>>, channelId: string): readonly string[] {
  return table[channelId] ?? []
}

function actions() {
  const webrtc: ActionParts['webrtc'] = {
    connections: (channelId) =>
      idsOf(CONNECTED, channelId).map((id) => {
        return { listed: { connection_id: id } } as Partial<SfuConnection> as SfuConnection
      }),
    closeConnection: (id) => {
      done.push(['disconnected', id])
      return isAway ? Promise.reject(refusal('SERVICE_UNAVAILABLE')) : Promise.resolve(true)
    },
  }
  const parts: Partial<ActionParts> = {
    channels: {
      listIds: (systemId) => CHANNEL_OF[systemId] ?? [],
    } as ActionParts['channels'],
    broadcasts: {
      activity: (channelId) => ({
        connections: idsOf(SENDS, channelId).map(
          (connectionId) => ({ connectionId }) as unknown as LiveConnection,
        ),
        ...{ authorisingSince: null, denied: null, lastEnd: null, onAirSince: null, viewers: 0 },
      }),
      closeConnection: (connectionId, reason) => {
        done.push(['closed', connectionId, reason])
        return Promise.resolve(true)
      },
    },
    webrtc,
    sfu: {
      restart: (environment) => {
        done.push(['restarted', environment])
        return Promise.resolve()
      },
    },
  }
  return consoleActions(parts as ActionParts)
}

const end = (id: string, systemId = MINE) => actions().endConnection(systemId, id as ConnectionId)

beforeEach(() => {
  done = []
  isAway = false
})

describe('ending a connection', () => {
  test('of an encoder ends its broadcast', async () => {
    expect(await end('encoder')).toBe(true)
    expect(done).toEqual([['closed', 'encoder', 'operator-closed']])
  })

  test.each(['client', 'hls'])(
    'of the WebRTC client %s disconnects it; its playlists go with it',
    async (id) => {
      expect(await end(id)).toBe(true)
      expect(done).toEqual([['disconnected', id]])
    },
  )

  test('does nothing for one that is not there, or is of another system', async () => {
    expect([await end('gone'), await end('client', OTHERS), await end('encoder', OTHERS)]).toEqual([
      false,
      false,
      false,
    ])
    expect(done).toEqual([])
  })

  test('says when the SFU is not there', async () => {
    isAway = true
    await expect(end('client')).rejects.toThrow(Refusal)
  })
})

test('restarting the verification environment leaves the normal one alone', async () => {
  await actions().restartVerification()
  expect(done).toEqual([['restarted', 1]])
})
