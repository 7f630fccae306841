import { createServer } from 'node:net'
import type { Server } from 'node:net'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PortShare } from '../../contract/origin-worker.ts'
import { canSharePorts } from '../../platform/net/shared-ports.ts'
import { bind } from './bind.ts'

const host = '127.0.0.1'
const servers: Server[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

function on(port: number, share: PortShare): Promise<number> {
  const server = createServer()
  servers.push(server)
  return bind(server, { host, port }, share)
}

it('a port is had alone', async () => {
  const port = await on(0, 'alone')
  await expect(on(port, 'alone')).rejects.toMatchObject({ code: 'EADDRINUSE', port })
})

let shares = false
beforeAll(async () => {
  shares = await canSharePorts()
  expect(shares).toBe(process.platform === 'linux')
  if (!shares) console.log('ports cannot be shared here: nothing to see of that')
})

describe('a port that is shared', () => {
  it('is joined by others, and by nobody who wants it alone or first', async ({ skip }) => {
    if (!shares) skip('ports cannot be shared here')
    const port = await on(0, 'first')
    expect(await on(port, 'join')).toBe(port)
    await expect(on(port, 'alone')).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await expect(on(port, 'first')).rejects.toMatchObject({ code: 'EADDRINUSE', port })
  })

  it('is not had by the first where a stranger has it', async ({ skip }) => {
    if (!shares) skip('ports cannot be shared here')
    const port = await on(0, 'alone')
    await expect(on(port, 'first')).rejects.toMatchObject({ code: 'EADDRINUSE', port })
    await expect(on(port, 'join')).rejects.toMatchObject({ code: 'EADDRINUSE', port })
  })

  it('is had again as soon as it is free', async ({ skip }) => {
    if (!shares) skip('ports cannot be shared here')
    const port = await on(0, 'first')
    await new Promise((resolve) => servers.splice(0)[0]?.close(resolve))
    expect(await on(port, 'first')).toBe(port)
  })
})
