import { request as plainRequest } from 'node:http'
import type { LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { startEndpoint } from '../../../../test/support/http-endpoint.ts'
import type { HttpEndpoint } from '../../../../test/support/http-endpoint.ts'
import { FARTHEST } from '../../../../test/support/outgoing.ts'
import type { OutgoingRules } from '../../../contract/outgoing.ts'
import { connectOut, outgoingAgent, outgoingDispatcher } from './connect.ts'
import { bareHost, refusalOf, urlRefusal } from './judge.ts'

const PUBLIC: OutgoingRules = { ...FARTHEST, reach: 'public' }
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function endpoint(): Promise<HttpEndpoint & { readonly port: number }> {
  const started = await startEndpoint()
  ends.push(() => started.close())
  return Object.assign(started, { port: Number(new URL(started.url).port) })
}

/** A name server that answers with one list after the other. */
function names(...answers: readonly string[][]): LookupFunction & { asked: number } {
  const lookup = (_name: string, _options: object, callback: Parameters<LookupFunction>[2]) => {
    const addresses = answers[Math.min(lookup.asked++, answers.length - 1)] ?? []
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  lookup.asked = 0
  return lookup
}

/** The status of a GET by undici, or why there was no connection. */
async function get(url: string, rules: OutgoingRules, lookup?: LookupFunction): Promise<number | string> {
  const agent = outgoingDispatcher({ rules: () => rules, connect: { timeout: 2000 }, agent: {}, lookup })
  ends.push(() => agent.destroy())
  try {
    const { origin, pathname } = new URL(url)
    const { statusCode, body } = await agent.request({ origin, path: pathname, method: 'GET' })
    await body.dump()
    return statusCode
  } catch (error) {
    return whyOf(error)
  }
}

/** The same by Node's own client, as the SDKs of stores use it. */
function getByNode(url: string, rules: OutgoingRules): Promise<number | string> {
  const agent = outgoingAgent(false, () => rules, {})
  return new Promise((resolve) => {
    const call = plainRequest(url, { agent }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', (error) => resolve(whyOf(error)))
    call.end()
  })
}

const whyOf = (error: unknown) =>
  error instanceof Error && 'why' in error ? String(error.why) : String(error)

describe('a connection', () => {
  test('to what cannot be judged, as without a file to read the own addresses from, fails and nothing else', async () => {
    const { port } = await endpoint()
    const broken = Object.defineProperty({ ...FARTHEST }, 'ownPorts', {
      get: () => {
        throw new Error('EMFILE')
      },
    })
    const found = names(['127.0.0.1'])
    // A real one answers when nobody is there any more to catch anything.
    const later: LookupFunction = (...asked) => setImmediate(() => found(...asked))
    expect(await get(`http://a.test:${port}/`, broken, later)).toBe('Error: EMFILE')
  })

  test('goes to this computer for who may reach it, and to nobody else for others', async () => {
    const { url, port, received } = await endpoint()
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]']) {
      const here = `http://${host}:${port}/`
      expect([await get(here, FARTHEST), await getByNode(here, FARTHEST)], host).toEqual([200, 200])
    }
    const before = received.length
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0177.0.0.1', '[::ffff:127.0.0.1]']) {
      const here = `http://${host}:${port}/`
      expect([await get(here, PUBLIC), await getByNode(here, PUBLIC)], host).toEqual(['computer', 'computer'])
    }
    expect(received).toHaveLength(before)
    expect(await get(url, { ...PUBLIC, reach: 'network' })).toBe('computer')
  })

  test.each([
    '169.254.169.254',
    '[fe80::1]',
    '[::ffff:a9fe:a9fe]',
    '224.0.0.1',
    '0.0.0.0',
    '[::]',
    '2852039166',
  ])('goes to %s for nobody', async (host) => {
    expect(await get(`http://${host}/latest/meta-data/`, FARTHEST)).toBe('never')
    expect(await getByNode(`http://${host}/latest/meta-data/`, FARTHEST)).toBe('never')
    const written = bareHost(new URL(`http://${host}/`).hostname)
    expect(() => connectOut({ host: written, port: 80 }, FARTHEST)).toThrow(
      'which this service does not connect to',
    )
  })

  test('goes to what the name was resolved to when it was judged: it is resolved once', async () => {
    const { port, received } = await endpoint()
    const turning = names(['127.0.0.1'], ['169.254.169.254'])
    expect(await get(`http://rebinding.test:${port}/`, FARTHEST, turning)).toBe(200)
    const returning = names(['169.254.169.254'], ['127.0.0.1'])
    expect(await get(`http://rebinding.test:${port}/`, FARTHEST, returning)).toBe('never')
    expect([turning.asked, returning.asked, received.length]).toEqual([1, 1, 1])
  })

  test('goes to those of several addresses that passed', async () => {
    const { port } = await endpoint()
    const mixed = names(['169.254.169.254', '127.0.0.1'])
    expect(await get(`http://mixed.test:${port}/`, FARTHEST, mixed)).toBe(200)
    expect(mixed.asked).toBe(1)
  })

  test('goes to a listener of the service itself only where that is open', async () => {
    const { url, port } = await endpoint()
    const own = { ...FARTHEST, ownPorts: [port] }
    expect(await get(url, own)).toBe('ownPort')
    expect(await get(url.replace('127.0.0.1', 'localhost'), own)).toBe('ownPort')
    expect(await get(url, { ...own, reach: 'public', openPorts: [port] })).toBe(200)
  })
})

describe('an address', () => {
  test('of this computer that other machines reach is this computer', () => {
    const outer = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
    if (outer.length === 0) console.warn('this computer has no address but loopback: none was judged')
    for (const { address } of outer) {
      expect(refusalOf(address, 80, { ...FARTHEST, reach: 'network' })).toBe('computer')
      expect(refusalOf(address, 80, { ...FARTHEST, ownPorts: [80] })).toBe('ownPort')
    }
  })

  test('of a private network is for who may reach networks', () => {
    expect(refusalOf('192.168.250.250', 80, PUBLIC)).toBe('network')
    expect(refusalOf('192.168.250.250', 80, { ...PUBLIC, reach: 'network' })).toBe(null)
    expect(refusalOf('8.8.8.8', 80, PUBLIC)).toBe(null)
  })

  test('in an URL is judged as it is written; a name is not', () => {
    expect(urlRefusal(new URL('http://0xa9fea9fe/'), FARTHEST)).toBe('never')
    expect(urlRefusal(new URL('https://[::1]/'), PUBLIC)).toBe('computer')
    expect(urlRefusal(new URL('https://[::1]/'), { ...FARTHEST, ownPorts: [443] })).toBe('ownPort')
    expect(urlRefusal(new URL('http://localhost/'), PUBLIC)).toBe(null)
  })
})
