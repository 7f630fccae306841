import type { AddressInfo, Server } from 'node:net'
import { createServer } from 'node:net'
import { basename } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { findPortHolder } from './port-holder.ts'
import { DEFAULT_PORTS, choosePorts, portTaken } from './ports.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A port that this process holds. */
async function heldPort(): Promise<number> {
  const server = createServer()
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

describe('choosing ports', () => {
  test('auto asks for any free ports, but for those asked for one by one', async () => {
    const { ports, notes } = await choosePorts({ host: '127.0.0.1', mode: 'auto', overrides: { rtmp: 0 } })
    expect(new Set(Object.values(ports))).toEqual(new Set([0]))
    expect(Object.keys(ports)).toEqual(Object.keys(DEFAULT_PORTS))
    expect(notes).toEqual([])
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

  test('an address of another machine is named', async () => {
    const elsewhere = choosePorts({ host: '192.0.2.1', mode: 'default', overrides: {} })
    await expect(elsewhere).rejects.toThrow('--host 192.0.2.1: this machine has no such address.')
  })

  test('next moves on from a taken port and says so, and uses none twice', async () => {
    const held = await heldPort()
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
      },
    })
    const { live, ...others } = ports
    expect(live).toBe(0)
    expect(new Set(Object.values(others)).size).toBe(6)
    expect(Math.min(...Object.values(others))).toBeGreaterThan(held)
    expect(notes).toHaveLength(6)
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
