/** What is open of the kit keeps no process alive that waits for nothing more; what is waited for does. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** Closes nothing. There is no service, which refuses a client. */
const SCRIPT = `
import { awaited } from './wait.ts'
import { receiveWebhooks } from './webhooks.ts'
import { WebrtcClients } from './webrtc/clients.ts'

const webhooks = await receiveWebhooks()
await fetch(webhooks.url, { method: 'POST', body: '{}' })
await new WebrtcClients()
  .open({ url: 'wss://127.0.0.1:1', caCertFile: process.execPath, channelId: 'room', connect: {} })
  .catch((error) => console.log(error.message))
await webhooks.waitFor('never', undefined, { timeoutMs: 60 }).catch((error) => console.log(error.message))
console.log(await awaited(new Promise((resolve) => setTimeout(resolve, 60, 'waited').unref())))
`

it('a process ends that closed nothing, with what it started, and not before what it waits for', async () => {
  const args = ['--input-type=module', '--eval', SCRIPT]
  // Also the process of the clients has its error output: this waits for both.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    cwd: import.meta.dirname,
    timeout: 60_000,
  })
  expect(stderr).toBe('')
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringContaining('The WebRTC client was refused'),
    'No webhook never within 0.06 s. There came: auth.',
    'waited',
  ])
})
