import { WebSocket } from 'ws'
import { expect, test } from './fixture.ts'

const small = { audio: true, video: { width: 320, height: 180 } }
const vp8 = { options: { videoCodecType: 'VP8' }, media: small } as const

/** Sends a first frame and gives how the socket is closed. */
function firstFrame(url: string, frame: string | Buffer): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { rejectUnauthorized: false })
    socket.on('open', () => socket.send(frame))
    socket.on('close', (code, reason) => resolve([code, reason.toString()]))
    socket.on('error', reject)
  })
}

test(
  '14. a connection stays up while pings are answered, with statistics',
  { tag: '@nightly' },
  async ({ room, newChannel }) => {
    const client = await room.join('recvonly', await newChannel())
    const pongs = () => room.page.evaluate(() => window.clients.pongs())
    await expect.poll(async () => (await pongs()).length).toBeGreaterThanOrEqual(2)
    expect(Math.max(...(await pongs()))).toBeGreaterThan(5)
    const seen = await client.see()
    expect([seen.state, seen.disconnects]).toEqual(['connected', []])
  },
)

test('26. a page that dies is noticed', async ({ room, anotherRoom, newChannel }) => {
  const channelId = await newChannel()
  const stays = await room.join('recvonly', channelId)
  const other = await anotherRoom()
  const dies = await other.join('sendonly', channelId, vp8)
  await stays.receives('video', dies.id)
  await other.page.close({ runBeforeUnload: false })
  await stays.until(
    ({ notifies }) =>
      notifies.some((n) => n['event_type'] === 'connection.destroyed' && n['connection_id'] === dies.id),
    'the end of who died',
  )
})

test('26. frames that are no messages close the socket with a reason', async ({ service }) => {
  const { signaling_url } = service.ready
  expect(await firstFrame(signaling_url, Buffer.from('{}'))).toEqual([4490, 'INVALID-JSON'])
  expect(await firstFrame(signaling_url, 'hello')).toEqual([4490, 'INVALID-JSON'])
  const [code, reason] = await firstFrame(signaling_url, '{"type":"connect"}')
  expect([code, reason.slice(0, 15)]).toEqual([4490, 'INVALID-MESSAGE'])
})

test('26. a client that sends no candidates connects', async ({ room, newChannel }) => {
  const channelId = await newChannel()
  const sender = await room.join('sendonly', channelId, {
    ...vp8,
    options: { ...vp8.options, skipIceCandidateEvent: true },
  })
  const { signaling } = await sender.see()
  expect(signaling).not.toContain('send-candidate')
  const receiver = await room.join('recvonly', channelId)
  await receiver.receives('video', sender.id)
})

test('a client that does not say what it can receive, as native SDKs do not, gets all that it takes', async ({
  room,
  newChannel,
}) => {
  await room.page.evaluate(() => {
    const { prototype } = window.WebSocket
    const { send } = prototype
    prototype.send = function (this: typeof prototype, data) {
      const message = JSON.parse(data as string) as { type: string; sdp?: string }
      if (message.type === 'connect') delete message.sdp
      send.call(this, JSON.stringify(message))
    }
  })
  const channelId = await newChannel()
  const receiver = await room.join('recvonly', channelId)
  const sender = await room.join('sendonly', channelId, vp8)
  await receiver.receives('video', sender.id)
  const config = { iceServers: [], iceTransportPolicy: 'all' }
  expect([(await receiver.see()).offer, (await sender.see()).offer]).toMatchObject([{ config }, { config }])
})
