import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Server } from 'node:net'
import { createServer } from 'node:net'
import { basename } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '../../../test/support/free-port.ts'
import { findPortHolder } from './port-holder.ts'
import { DEFAULT_PORTS, choosePorts, portTaken } from './ports.ts'

const servers: (Server | Socket)[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A port that this process holds over TCP. */
async function heldPort(): Promise<number> {
  const [port, server] = [await freePort(), createServer()]
  servers.push(server)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return port
}

/** A port that this process holds over UDP. */
async function heldUdpPort(): Promise<number> {
  const [port, socket] = [await freePort(), createSocket('udp4')]
  servers.push(socket)
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return port
}

describe('choosing ports', () => {
  test('auto asks for any free ports, but for those asked for one by one', async () => {
    const { ports, notes } = await choosePorts({ host: '127.0.0.1', mode: 'auto', overrides: { rtmp: 0 } })
    expect(new Set(Object.values(ports))).toEqual(new Set([0]))
    expect(Object.keys(ports)).toEqual(Object.keys(DEFAULT_PORTS))
    expect(notes).toEqual([])
  })

  test('auto takes the ports of the last run again, and chooses anew only those that are taken', async () => {
    const [taken, takenUdp] = [await heldPort(), await heldUdpPort()]
    const [free, freeUdp] = [await freePort(), await freePort()]
    const last = {
      rtmp: taken,
      live: free,
      media: free,
      sfu: freeUdp,
      'sfu-verification': takenUdp,
      option: 7,
    }
    const wishes = { host: '127.0.0.1', mode: 'auto', overrides: { option: 0 }, last } as const
    const { ports, notes } = await choosePorts(wishes)
    expect(ports).toEqual({
      ...{ media: free, sfu: freeUdp },
      ...{ rtmp: 0, live: 0, 'sfu-verification': 0, option: 0 },
      ...{ 'media-http': 0, console: 0, signaling: 0, player: 0 },
    })
    expect(notes).toEqual([
      `Port ${taken} (rtmp) of the last start is taken; any free one is used instead.`,
      `Port ${free} (live) of the last start is taken; any free one is used instead.`,
      `Port ${takenUdp} (sfu-verification) of the last start is taken; any free one is used instead.`,
    ])
    const elsewhere = await choosePorts({ ...wishes, mode: 'next', usual: { ...DEFAULT_PORTS, media: free } })
    expect(elsewhere.ports.media).toBe(free)
    expect(elsewhere.ports.sfu).not.toBe(freeUdp)
  })

  test('a taken port is named with its holder, and another is offered that is free', async () => {
    const port = await heldPort()
    const refused = choosePorts({ host: '127.0.0.1', mode: 'auto', overrides: { rtmp: port } })
    await expect(refused).rejects.toThrow(
      new RegExp(`^Port ${port} is held by .*, process ${process.pid}\\. `),
    )
    const offered = Number(/--rtmp-port (\d+)\.$/.exec(String(await refused.catch(String)))?.[1])
    const { ports } = await choosePorts({ host: '127.0.0.1', mode: 'auto', overrides: { rtmp: offered } })
    expect(ports.rtmp).toBe(offered)
  })

  test.each([{}, { rtmp: 0, sfu: 8445 }])('an address of another machine is named', async (overrides) => {
    const mode = 'rtmp' in overrides ? 'auto' : 'default'
    const elsewhere = choosePorts({ host: '192.0.2.1', mode, overrides })
    await expect(elsewhere).rejects.toThrow('--host 192.0.2.1: this machine has no such address.')
  })

  test('a UDP port is in the way of UDP only', async () => {
    const held = await heldUdpPort()
    const refused = choosePorts({ host: '127.0.0.1', mode: 'auto', overrides: { sfu: held } })
    await expect(refused).rejects.toThrow(
      new RegExp(`^Port ${held} is held by .*, process ${process.pid}\\. .* --sfu-port \\d+\\.$`),
    )
    const overTcp = await choosePorts({ host: '127.0.0.1', mode: 'auto', overrides: { signaling: held } })
    expect(overTcp.ports.signaling).toBe(held)
    const tcp = await heldPort()
    const overUdp = await choosePorts({ host: '127.0.0.1', mode: 'auto', overrides: { sfu: tcp } })
    expect(overUdp.ports.sfu).toBe(tcp)
  })

  test('next moves on from a taken port and says so, and uses none twice', async () => {
    const [held, heldUdp] = [await heldPort(), await heldUdpPort()]
    const { ports, notes } = await choosePorts({
      host: '127.0.0.1',
      mode: 'next',
      overrides: { live: 0 },
      usual: {
        rtmp: held,
        media: held,
        'media-http': held,
        console: held,
        option: held,
        live: held,
        signaling: held,
        player: held,
        sfu: heldUdp,
        'sfu-verification': heldUdp,
      },
    })
    const { live, ...others } = ports
    expect(live).toBe(0)
    expect(new Set(Object.values(others)).size).toBe(9)
    const { sfu, 'sfu-verification': verification, ...overTcp } = others
    expect(Math.min(...Object.values(overTcp))).toBeGreaterThan(held)
    expect(Math.min(sfu, verification)).toBeGreaterThan(heldUdp)
    expect(notes).toHaveLength(9)
    expect(notes[0]).toBe(`Port ${held} (rtmp) is taken; ${ports.rtmp} is used instead.`)
  })

  test('default refuses a usual port that was given to another listener', async () => {
    const free = await heldPort()
    await new Promise((resolve) => servers.pop()?.close(resolve))
    const usual = { ...DEFAULT_PORTS, rtmp: 1, media: free }
    const refused = choosePorts({ host: '127.0.0.1', mode: 'default', overrides: { rtmp: free }, usual })
    await expect(refused).rejects.toThrow(`Port ${free} is asked for twice. Start with another --media-port.`)
  })
})

test('the sentence holds what is known', () => {
  expect(portTaken('rtmp', 1935, { pid: 2114, program: 'nginx' }, 1936)).toBe(
    'Port 1935 is held by nginx, process 2114. Stop it, or start with --rtmp-port 1936.',
  )
  expect(portTaken('media-http', 8088, null, 8089)).toBe(
    'Port 8088 is held by another program. Stop it, or start with --media-http-port 8089.',
  )
})

test('the holder of a port is found on this machine', async () => {
  const holder = await findPortHolder(await heldPort())
  expect(holder?.pid).toBe(process.pid)
  expect(basename(process.execPath)).toContain(holder?.program ?? '?')
})
