import { createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { startObsStandIn, type ObsStandIn } from '../../../../test/support/obs-stand-in.ts'
import { connectObs, ObsError, type ObsConnection, type ObsState } from './obs.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const end of ends.splice(0).toReversed()) await end()
})

async function start(password = ''): Promise<ObsStandIn> {
  const standIn = await startObsStandIn(password)
  ends.push(() => standIn.close())
  return standIn
}
async function connect(port: number, password = ''): Promise<ObsConnection> {
  const connection = await connectObs(port, password)
  ends.push(() => connection.close())
  return connection
}
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof ObsError ? error.fault : error),
  )

const NEXT: ObsState = {
  service: {
    streamServiceType: 'rtmp_custom',
    streamServiceSettings: { server: 'rtmp://127.0.0.1:1935/', key: 'CHANNEL', use_auth: false },
  },
  video: { outputWidth: 1280, outputHeight: 720, fpsNumerator: 30, fpsDenominator: 1 },
  simple: {
    ...{ StreamEncoder: 'x264', VBitrate: '2500', ABitrate: '128' },
    ...{ UseAdvanced: 'true', x264Settings: 'keyint=60' },
  },
}

test('with the password: what it is set to is read, set, and set back', async () => {
  const { port, obs } = await start('let-me-in')
  const connection = await connect(port, 'let-me-in')
  const { version, profile, state } = await connection.read()
  expect({ version, profile }).toEqual({ version: '30.2.3', profile: 'Match day' })
  const before = structuredClone(obs)
  await connection.write(NEXT, state)
  expect(obs.service).toEqual(NEXT.service)
  expect(obs.video).toMatchObject({ ...NEXT.video, baseWidth: 1920 })
  expect(obs.parameters).toMatchObject({
    ...{ 'SimpleOutput/VBitrate': '2500', 'SimpleOutput/ABitrate': '128' },
    'SimpleOutput/x264Settings': 'keyint=60',
  })
  await connection.write(state, NEXT)
  expect(obs).toEqual(before)
})

test('nothing stays of a custom service before that had a login or no key', async () => {
  const { port, obs } = await start()
  const login = { server: 'rtmp://elsewhere/', use_auth: true, username: 'a', password: 'b' }
  obs.service = { streamServiceType: 'rtmp_custom', streamServiceSettings: login }
  const connection = await connect(port)
  const { state } = await connection.read()
  await connection.write(NEXT, state)
  expect(obs.service['streamServiceSettings']).toMatchObject({ key: 'CHANNEL', use_auth: false })
  await connection.write(state, NEXT)
  expect(obs.service['streamServiceSettings']).toMatchObject({ ...login, key: '' })
})

test('an OBS that was never set to anything is set back too', async () => {
  const { port, obs } = await start()
  Reflect.deleteProperty(obs.parameters, 'SimpleOutput/x264Settings')
  obs.service = { streamServiceType: 'rtmp_common', streamServiceSettings: {} }
  const connection = await connect(port)
  const { state } = await connection.read()
  await connection.write(NEXT, state)
  await connection.write(state, NEXT)
  expect(obs.service).toEqual({ streamServiceType: 'rtmp_common', streamServiceSettings: { key: '' } })
  expect(obs.parameters['SimpleOutput/x264Settings']).toBe('')
})

test('in the advanced output mode bit rates are nobody else’s', async () => {
  const { port, obs } = await start()
  obs.parameters['Output/Mode'] = 'Advanced'
  const connection = await connect(port)
  const { state } = await connection.read()
  expect(state.simple).toBeNull()
  await connection.write({ ...NEXT, simple: null }, state)
  expect(obs.parameters['SimpleOutput/VBitrate']).toBe('6000')
})

test('where a part is refused nothing is changed', async () => {
  const { port, obs } = await start()
  const connection = await connect(port)
  const { state } = await connection.read()
  const before = structuredClone(obs.service)
  obs.isRecording = true
  expect(await faultOf(connection.write(NEXT, state))).toBe('running')
  expect(obs.service).toEqual(before)
})

test('it is started once', async () => {
  const { port, obs } = await start()
  const connection = await connect(port)
  await connection.start()
  expect(obs.isSending).toBe(true)
  expect(await faultOf(connection.start())).toBe('running')
  const { state } = await connection.read()
  expect(await faultOf(connection.write(NEXT, state))).toBe('running')
})

test('a wrong password and none at all', async () => {
  const { port } = await start('let-me-in')
  expect(await faultOf(connectObs(port, 'wrong'))).toBe('password')
  expect(await faultOf(connectObs(port, ''))).toBe('password')
})

test('nobody, and somebody who says nothing', async () => {
  const { port, close } = await startObsStandIn()
  await close()
  expect(await faultOf(connectObs(port, ''))).toBe('unreachable')
  const silent = createServer((socket) => ends.push(() => Promise.resolve(socket.destroy())))
  ends.push(() => new Promise((resolve) => silent.close(resolve)))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const arrived = new Promise((resolve) => silent.once('connection', resolve))
  const fault = faultOf(connectObs((silent.address() as AddressInfo).port, ''))
  await arrived
  await vi.advanceTimersByTimeAsync(5000)
  expect(await fault).toBe('unreachable')
})
