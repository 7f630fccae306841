/** A service that clients reach only through who hands its media port on: a router, or the host of a container. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { browserElsewhere } from '../support/browser-elsewhere.ts'
import { seeEachOther } from '../support/see-each-other.ts'
import { selfSigned } from '../support/self-signed.ts'
import { startService } from '../support/service.ts'
import { INNER_ADDRESS, SERVER_ADDRESS, twoMachines, type TwoMachines } from '../support/two-machines.ts'

/** Nobody else is on that machine. */
const MEDIA_PORT = '8445'

test('WebRTC clients send media to the address that is announced', async (context) => {
  await using stack = new AsyncDisposableStack()
  const machines = await twoMachines()
  if (!machines) return context.skip('no network namespaces here')
  stack.defer(() => machines.close())
  const folder = await mkdtemp(join(tmpdir(), 'airdesk-announced-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const { cert, key } = await selfSigned([SERVER_ADDRESS, 'localhost', '127.0.0.1'])
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)])

  const service = await startService({
    within: machines.onServer,
    args: [
      ...['--host', '0.0.0.0', '--tls-cert', certFile, '--tls-key', keyFile, '--sfu-processes', '1'],
      ...['--media-host', INNER_ADDRESS, '--media-announce', SERVER_ADDRESS, '--sfu-port', MEDIA_PORT],
    ],
  })
  stack.defer(async () => {
    await service.stop()
  })
  expect(service.output()).toContain(`also at ${SERVER_ADDRESS}`)
  const relay = await startRelay(machines)
  stack.defer(() => {
    relay.kill()
  })
  const elsewhere = machines.elsewhere(certFile)
  stack.defer(() => elsewhere.close())
  const browser = await browserElsewhere(machines, cert)
  stack.defer(() => browser.close())

  const made = await elsewhere.do({
    ...{ kind: 'fetch', url: `${service.ready.live_base_url}/` },
    init: {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${service.ready.access_token}`, 'content-type': 'application/json' },
        'x-sfu-target': 'Service_20200316.CreateMultistreamChannel',
      },
      body: '{}',
    },
  })
  const { channel_id: channelId } = JSON.parse(made.text ?? '') as { channel_id: string }
  const { text: site = '' } = await elsewhere.do({ kind: 'site' })
  await seeEachOther(await browser.newPage(), site, { url: service.ready.signaling_url, channelId })
})

async function startRelay({ onServer }: TwoMachines): Promise<ChildProcess> {
  const [command = '', ...args] = onServer
  const program = join(import.meta.dirname, '../support/udp-relay-child.ts')
  const relay = spawn(
    command,
    [...args, process.execPath, program, SERVER_ADDRESS, MEDIA_PORT, INNER_ADDRESS],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  await once(relay.stdout, 'data')
  return relay
}
