import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Lower than what systems give out by themselves: no other program gets one of these meanwhile. */
const QUIET = { from: 12_000, count: 15_000 }

/** A port of 127.0.0.1 that nobody has, neither over TCP nor over UDP. */
export async function freePort(): Promise<number> {
  const port = QUIET.from + Math.floor(Math.random() * QUIET.count)
  const [tcp, udp] = [createServer(), createSocket('udp4')]
  try {
    const listening = [once(tcp, 'listening'), once(udp, 'listening')]
    tcp.listen(port, '127.0.0.1')
    udp.bind(port, '127.0.0.1')
    await Promise.all(listening)
    return port
  } catch {
    return await freePort()
  } finally {
    await Promise.all([
      new Promise((resolve) => tcp.close(resolve)),
      new Promise<void>((resolve) => udp.close(resolve)),
    ])
  }
}
