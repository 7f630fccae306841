/** As much of obs-websocket 5 as Airdesk talks to, with a state of its own. OBS itself answers like this (docs/obs.md). */
import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

type Values = Record<string, unknown>
interface Message {
  readonly op: number
  readonly d: Values
}

/** Operations of the protocol, and what it says of requests. */
const OP = { hello: 0, identify: 1, identified: 2, request: 6, response: 7 } as const
const AUTHENTICATION_FAILED = 4009
const STATUS = { success: 100, unknownRequest: 204, fieldEmpty: 403, outputRunning: 500 } as const

export interface ObsStandIn {
  readonly port: number
  /** What it is set to; tests may change it. */
  readonly obs: {
    service: Values
    video: Values
    /** By `category/name`. */
    readonly parameters: Record<string, string>
    isSending: boolean
    /** An output runs, so that the picture cannot be changed. */
    isRecording: boolean
  }
  close(): Promise<void>
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

/** @param password empty: it asks for none */
export async function startObsStandIn(password = ''): Promise<ObsStandIn> {
  const obs: ObsStandIn['obs'] = {
    service: {
      streamServiceType: 'rtmp_common',
      streamServiceSettings: { service: 'Twitch', key: 'live_1' },
    },
    video: {
      ...{ baseWidth: 1920, baseHeight: 1080, outputWidth: 1920, outputHeight: 1080 },
      ...{ fpsNumerator: 60, fpsDenominator: 1 },
    },
    parameters: {
      'Output/Mode': 'Simple',
      'SimpleOutput/VBitrate': '6000',
      'SimpleOutput/ABitrate': '160',
      'SimpleOutput/StreamEncoder': 'x264',
      'SimpleOutput/UseAdvanced': 'false',
      'SimpleOutput/x264Settings': '',
    },
    isSending: false,
    isRecording: false,
  }
  const server = new WebSocketServer({
    ...{ host: '127.0.0.1', port: 0 },
    handleProtocols: (offered) => offered.has('obswebsocket.json') && 'obswebsocket.json',
  })
  server.on('connection', (socket) => talk(socket, password, obs))
  await new Promise<void>((resolve) => server.once('listening', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    obs,
    close: async () => {
      for (const client of server.clients) client.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function talk(socket: WebSocket, password: string, obs: ObsStandIn['obs']): void {
  const send = (op: number, d: Values) => socket.send(JSON.stringify({ op, d }))
  const [salt, challenge] = [randomBytes(8).toString('base64'), randomBytes(8).toString('base64')]
  const authentication = password === '' ? undefined : { salt, challenge }
  send(OP.hello, { obsWebSocketVersion: '5.1.0', rpcVersion: 1, authentication })
  socket.on('message', (data) => {
    const { op, d } = JSON.parse((data as Buffer).toString('utf8')) as Message
    if (op === OP.identify) {
      const expected = sha256(sha256(password + salt) + challenge)
      if (authentication !== undefined && d['authentication'] !== expected) {
        socket.close(AUTHENTICATION_FAILED, 'Authentication failed.')
      } else send(OP.identified, { negotiatedRpcVersion: 1 })
    } else if (op === OP.request) {
      const { requestType, requestId, requestData = {} } = d
      const [code, responseData] = answer(obs, String(requestType), requestData as Values)
      const requestStatus = { result: code === STATUS.success, code, comment: `status ${code}` }
      send(OP.response, { requestType, requestId, requestStatus, responseData })
    }
  })
}

function answer(obs: ObsStandIn['obs'], type: string, data: Values): [number, Values?] {
  const isRunning = obs.isSending || (type === 'SetVideoSettings' && obs.isRecording)
  if (type.startsWith('Set') && type !== 'SetProfileParameter' && isRunning) return [STATUS.outputRunning]
  const name = `${String(data['parameterCategory'])}/${String(data['parameterName'])}`
  switch (type) {
    case 'GetVersion':
      return [STATUS.success, { obsVersion: '30.2.3', obsWebSocketVersion: '5.5.2', rpcVersion: 1 }]
    case 'GetProfileList':
      return [STATUS.success, { currentProfileName: 'Match day', profiles: ['Match day'] }]
    case 'GetStreamServiceSettings':
      return [STATUS.success, obs.service]
    case 'GetVideoSettings':
      return [STATUS.success, obs.video]
    case 'GetProfileParameter':
      return [STATUS.success, { parameterValue: obs.parameters[name] ?? null, defaultParameterValue: null }]
    case 'SetStreamServiceSettings':
      if (Object.keys(data['streamServiceSettings'] as Values).length === 0) return [STATUS.fieldEmpty]
      obs.service = merged(obs.service, data)
      return [STATUS.success]
    case 'SetVideoSettings':
      obs.video = { ...obs.video, ...data }
      return [STATUS.success]
    case 'SetProfileParameter':
      obs.parameters[name] = String(data['parameterValue'])
      return [STATUS.success]
    case 'StartStream':
      if (obs.isSending) return [STATUS.outputRunning]
      obs.isSending = true
      return [STATUS.success]
    default:
      return [STATUS.unknownRequest]
  }
}

/** As OBS does: a service of the same kind keeps what the new settings leave out. */
function merged(before: Values, next: Values): Values {
  if (before['streamServiceType'] !== next['streamServiceType']) return next
  const [kept, given] = [before['streamServiceSettings'], next['streamServiceSettings']] as [Values, Values]
  return { ...next, streamServiceSettings: { ...kept, ...given } }
}
