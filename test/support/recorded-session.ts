/** Calls of both APIs, a webhook and signaling as an app makes them, the same each time. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { WebSocket } from 'ws'
import { createRequest } from './live-api.ts'
import type { Ready } from './service.ts'

type Json = Readonly<Record<string, unknown>>

/** A user of the session, besides the first. */
const OPERATOR = { name: 'Operator', email: 'operator@example.test', password: 'op4rate' }

/** Whose password a stricter rule refuses. */
const VIEWER = { name: 'Viewer', email: 'viewer@example.test', password: 'short' }

/** Plays it. @param hookUrl is asked about a client of signaling, and has to refuse it */
export async function playSession(ready: Ready, hookUrl: string): Promise<void> {
  await planning(ready)
  await broadcasting(ready, hookUrl)
}

async function planning({ option_base_url: base, email, password, access_code }: Ready): Promise<void> {
  const ask = (method: string, path: string, body?: unknown, token?: string) =>
    fetch(base + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).then(async (response) => (await response.json()) as Json)
  const signIn = async (user: Json) =>
    String((await ask('POST', '/api/login', { ...user, access_code }))['token'])
  await ask('POST', '/api/login', { email, password: 'wrong', access_code })
  const master = await signIn({ email, password })
  const show = {
    name: 'Evening show',
    start_datetime: '2030/01/01 19:00:00',
    end_datetime: '2030/01/01 20:30:00',
    service_params: [],
  }
  const made = await ask('POST', '/api/schedule', show, master)
  await ask('POST', '/api/schedule', show, master)
  await ask('GET', '/api/schedule', undefined, master)
  await ask('GET', `/api/delivery?schedule_id=${String(made['schedule_id'])}`, undefined, master)
  const rights = { delivery: false, view: true, schedule: false, user: false }
  const user = await ask('POST', '/api/user', { ...OPERATOR, ...rights }, master)
  const operator = await signIn({ email: OPERATOR.email, password: OPERATOR.password })
  await ask('POST', '/api/schedule', show, operator)
  await ask('DELETE', `/api/user?user_id=${String(user['user_id'])}`, undefined, master)
  await ask('GET', '/api/user', undefined, master)
  await ask('GET', '/api/nothing', undefined, master)
  // Nothing else has to do with this one.
  await ask('POST', '/api/user', { ...VIEWER, ...rights }, master)
}

async function broadcasting(ready: Ready, hookUrl: string): Promise<void> {
  const call = (target: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${ready.live_base_url}/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ready.access_token}`, 'x-sfu-target': target, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }).then(async (response) => (await response.json()) as Json)
  const encoder = await call('Service_20250901.CreateRTMPChannel', createRequest(), {
    'idempotency-key': 'a',
  })
  await call('Service_20250901.CreateRTMPChannel', createRequest(), { 'idempotency-key': 'a' })
  await call('Service_20250901.CreateRTMPChannel', { hls: 5 })
  await call('Service_20250901.CreateRTMPChannel', '{"hls":')
  await call('Service_20250901.NoOperation', {})
  await call('Service_20200729.ListChannelIDs', {}, { authorization: 'Bearer wrong' })
  const room = await call('Service_20200316.CreateMultistreamChannel', { auth_webhook_url: hookUrl })
  await connect(ready, String(room['channel_id']))
  await connect(ready, 'NOCHANNEL')
  await call('Service_20200729.ListChannelIDs', {})
  await call('Service_20180501.DeleteChannel', { channel_id: encoder['channel_id'] })
  await call('Service_20180501.DeleteChannel', { channel_id: encoder['channel_id'] })
}

/** A client that is refused. */
async function connect({ signaling_url, ca_cert_file }: Ready, channelId: string): Promise<void> {
  const socket = new WebSocket(signaling_url, { ca: readFileSync(ca_cert_file, 'utf8') })
  await once(socket, 'open')
  const metadata = { access_token: 'of the app' }
  socket.send(
    JSON.stringify({ type: 'connect', role: 'recvonly', channel_id: channelId, sdp: 'v=0\r\n', metadata }),
  )
  await once(socket, 'close')
}
