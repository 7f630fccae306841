import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { IcePort, IcePortError, openIcePorts } from './ice-port.ts'

const V4 = { bindAddress: '127.0.0.1', announced: ['127.0.0.1'] }
const V6 = { bindAddress: '::1', announced: ['::1'] }
/** Of documentation (RFC 5737): no machine has it. */
const ELSEWHERE = { bindAddress: '203.0.113.77', announced: ['203.0.113.77'] }
const hasV6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
)

function reasonOf(run: () => unknown): string | null {
  try {
    run()
    return null
  } catch (error) {
    if (error instanceof IcePortError) return error.reason
    throw error
  }
}

describe('an ICE port', () => {
  it('finds a free number for itself and offers it at each address', () => {
    const port = IcePort.open({ bindAddress: '127.0.0.1', announced: ['127.0.0.1', '192.0.2.9'], port: 0 })
    expect(port.port).toBeGreaterThan(1024)
    expect(port.candidates.map((line) => line.split(' ').slice(4, 6))).toEqual([
      ['127.0.0.1', String(port.port)],
      ['192.0.2.9', String(port.port)],
    ])
  })

  it('is bound', async () => {
    const { port } = IcePort.open({ ...V4, port: 0 })
    const socket = createSocket('udp4')
    socket.bind(port, '127.0.0.1')
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('EADDRINUSE')
  })

  it('is refused where another program has it', async () => {
    const socket = createSocket('udp4').bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const { port } = socket.address()
    expect(reasonOf(() => IcePort.open({ ...V4, port }))).toBe('taken')
    socket.close()
  })

  it('is refused where this process has it, also when it was closed', () => {
    const first = IcePort.open({ ...V4, port: 0 })
    first.close()
    expect(first.isClosed).toBe(true)
    expect(reasonOf(() => IcePort.open({ ...V4, port: first.port }))).toBe('taken')
  })

  it('takes the next free number where it may', () => {
    const first = IcePort.open({ ...V4, port: 0 })
    const second = IcePort.open({ ...V4, port: first.port, tries: 20 })
    expect(second.port).toBeGreaterThan(first.port)
  })

  it.each([
    ['invalid', { bindAddress: 'localhost', announced: [], port: 0 }],
    ['invalid', { bindAddress: '127.0.0.1', announced: ['fe80::1%lo'], port: 0 }],
    ['invalid', { ...V4, port: 65_536 }],
    ['invalid', { ...V4, port: 1.5 }],
    ['no-such-address', { ...ELSEWHERE, port: 0 }],
  ])('is refused as %s: %j', (reason, options) => {
    expect(reasonOf(() => IcePort.open(options))).toBe(reason)
  })
})

describe('ICE ports of several addresses', () => {
  it.runIf(hasV6)('have following numbers', () => {
    const { port } = IcePort.open({ ...V4, port: 0 })
    const ports = openIcePorts([V4, V6], port + 1)
    expect(ports.map(({ bindAddress }) => bindAddress)).toEqual(['127.0.0.1', '::1'])
    expect(ports[0]?.port).toBe(port + 1)
    expect(ports[1]?.port).toBeGreaterThan(port + 1)
  })

  it.runIf(hasV6)('share one socket where they are all of both families', () => {
    const ports = openIcePorts(
      [
        { bindAddress: '0.0.0.0', announced: ['192.0.2.1'] },
        { bindAddress: '::', announced: ['2001:db8::1'] },
      ],
      0,
    )
    expect(ports).toHaveLength(1)
    expect(ports[0]?.bindAddress).toBe('::')
    expect(ports[0]?.candidates.join()).toMatch(/ 192\.0\.2\.1 .* 2001:db8::1 /)
  })

  it('leave out what this machine lacks, with a word', () => {
    const leftOut: string[] = []
    const ports = openIcePorts([ELSEWHERE, V4], 0, (error) => leftOut.push(error.message))
    expect(ports.map(({ bindAddress }) => bindAddress)).toEqual(['127.0.0.1'])
    expect(leftOut).toEqual(['This machine has no address 203.0.113.77.'])
  })

  it('are refused where there is none, or one is taken', () => {
    const { port } = IcePort.open({ ...V4, port: 0 })
    expect(reasonOf(() => openIcePorts([ELSEWHERE], 0))).toBe('no-such-address')
    expect(reasonOf(() => openIcePorts([], 0))).toBe('invalid')
    expect(reasonOf(() => openIcePorts([V4], port))).toBe('taken')
  })
})
