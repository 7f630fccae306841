import { createServer } from 'node:tls'
import type { AddressInfo, Server } from 'node:net'
import { createServer as createPlainServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { selfSigned } from '../../../../test/support/self-signed.ts'
import { folderDestination } from '../../../../test/support/storage/folder-destination.ts'
import { StoreError } from '../../../provider/archive/store-error.ts'
import { addressesOf } from './addresses.ts'
import { reach } from './reach.ts'
import { FARTHEST } from '../../../../test/support/outgoing.ts'

const SETTINGS = { azblobEndpoint: null, gsEndpoint: null, stallMs: 60_000, ownPorts: () => [] }
const never = new AbortController().signal
const servers: Server[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const at = (url: string) => ({ url: new URL(url), rules: FARTHEST })

describe('reach', () => {
  it('tells the name and the address that answered', async () => {
    const port = await listen(createPlainServer((socket) => socket.on('error', () => undefined)))
    expect(await reach(at(`http://localhost:${port}`), never)).toBe(`localhost:${port} (127.0.0.1:${port})`)
  })

  it('tells what is wrong with a certificate', async () => {
    const { key, cert } = await selfSigned('127.0.0.1')
    const port = await listen(createServer({ key, cert }, (socket) => socket.on('error', () => undefined)))
    await expect(reach(at(`https://127.0.0.1:${port}`), never)).rejects.toMatchObject({
      kind: 'tls',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      message: 'The certificate is signed by itself, not by an authority that this machine trusts',
    })
  })

  it('tells a server that speaks no TLS', async () => {
    const server = createPlainServer((socket) => {
      socket.on('error', () => undefined)
      socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n')
    })
    const port = await listen(server)
    await expect(reach(at(`https://127.0.0.1:${port}`), never)).rejects.toMatchObject({ kind: 'tls' })
  })

  it('tells a name that nobody has', async () => {
    await expect(reach(at('http://nobody.invalid'), never)).rejects.toMatchObject({ kind: 'dns' })
  })

  it('ends with its signal where a server accepts and says nothing', async () => {
    const accepted = Promise.withResolvers<undefined>()
    const server = createPlainServer((socket) => {
      socket.on('error', () => undefined)
      accepted.resolve(undefined)
    })
    const abort = new AbortController()
    const port = await listen(server)
    const reaching = reach(at(`https://127.0.0.1:${port}`), abort.signal)
    await accepted.promise
    abort.abort(new StoreError('timeout', 'too late'))
    await expect(reaching).rejects.toMatchObject({ kind: 'timeout' })
  })
})

describe('addressesOf', () => {
  it('names the servers of each kind of destination', () => {
    const s3 = {
      kind: 's3',
      reach: 'computer',
      bucket: 'b',
      path: '',
      accessKeyId: '',
      secretAccessKey: '',
    } as const
    const hosts = (...of: Parameters<typeof addressesOf>) => addressesOf(...of).map(({ url }) => url.host)
    expect(hosts({ ...s3, endPoint: null, region: 'eu-west-1' }, SETTINGS)).toEqual([
      's3.eu-west-1.amazonaws.com',
    ])
    expect(hosts({ ...s3, endPoint: null, region: 'cn-north-1' }, SETTINGS)).toEqual([
      's3.cn-north-1.amazonaws.com.cn',
    ])
    expect(hosts({ ...s3, endPoint: 'http://store:9000', region: 'x' }, SETTINGS)).toEqual(['store:9000'])
    const azblob = {
      kind: 'azblob',
      reach: 'computer',
      container: 'c',
      path: '',
      account: 'desk',
      key: '',
    } as const
    expect(hosts(azblob, SETTINGS)).toEqual(['desk.blob.core.windows.net'])
    expect(hosts(azblob, { ...SETTINGS, azblobEndpoint: 'http://127.0.0.1:10000' })).toEqual([
      '127.0.0.1:10000',
    ])
    const credential = { type: '', client_email: '', private_key: '', token_uri: 'https://tokens.example/t' }
    const gs = { kind: 'gs', reach: 'computer', bucket: 'b', path: '', credential } as const
    expect(hosts(gs, SETTINGS)).toEqual(['storage.googleapis.com', 'tokens.example'])
    expect(hosts(gs, { ...SETTINGS, gsEndpoint: 'https://tokens.example' })).toEqual(['tokens.example'])
    expect(hosts(folderDestination('/x'), SETTINGS)).toEqual([])
  })
})
