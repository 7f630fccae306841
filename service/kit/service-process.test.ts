import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConsoleClient } from '../entry/console-client.ts'
import { waitFor } from '../../test/support/wait-for.ts'
import { StartError, startService } from './service-process.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'airdesk-start-'))))
afterEach(() => rm(folder, { recursive: true }))

/** A program in the place of the service. */
async function made(text: string): Promise<string> {
  const program = join(folder, 'program.mjs')
  await writeFile(program, text)
  return program
}

/** As a service that listens, tells credentials and lets in; what it does then is `imported`. */
const listening = (imported: string) => `
  import { createServer } from 'node:http'
  import { mkdirSync, writeFileSync } from 'node:fs'
  const given = (name) => process.argv[process.argv.indexOf(name) + 1]
  const server = createServer((request, response) => {
    response.setHeader('set-cookie', 'a=b').setHeader('content-type', 'application/json').end('{}')
    if (request.url.endsWith('/import')) response.once('finish', () => { ${imported} })
  })
  server.listen(0, '127.0.0.1', () => {
    const consoleUrl = 'http://127.0.0.1:' + server.address().port
    mkdirSync(given('--data-dir'), { recursive: true })
    const instance = { pid: process.pid, consoleUrl, entry: 'entry', workerPids: [] }
    writeFileSync(given('--data-dir') + '/instance.json', JSON.stringify(instance))
    console.log('password secret7')
    writeFileSync(given('--ready-file'), '{}')
  })
  process.on('SIGTERM', () => { console.error('It was told to end.'); process.exit(0) })`

it('a service that is not ready in time is told with its last words, and not with those of its end', async () => {
  const lines = Array.from({ length: 30 }, (_, i) => `line ${i}.`).join('\n')
  const program = await made(
    `console.error(${JSON.stringify(lines)})
     process.on('SIGTERM', () => { console.log('password secret7'); process.exit(0) })
     setInterval(() => undefined, 1000)`,
  )
  const late = await startService({ program, readyWithinMs: 5000 }).catch((error: unknown) => error)
  expect(late).toBeInstanceOf(StartError)
  expect(String(late)).toMatch(/did not become ready within 5 s\. It said last:\nline 10\./)
  expect(String(late)).toMatch(/line 29\.$/)
})

it('a service that ends once it has taken a state is told at once, with its last words', async () => {
  const file = join(folder, 'state.airdesk')
  await writeFile(file, '')
  const program = await made(
    listening(`console.error('It cannot be.'); process.exitCode = 2; server.close()`),
  )
  const ended = startService({ program, import: file })
  await expect(ended).rejects.toEqual(new StartError('It cannot be.', 2))
})

it('who waits for a service to start again hears of its end', async () => {
  const service = await startService({ program: await made(listening('')) })
  try {
    const client = new ConsoleClient(service.dataDir, () => service.endedText())
    await client.open()
    process.kill(service.pid)
    await expect(client.restarted()).rejects.toThrow(
      'The service has ended. It said last:\nIt was told to end.',
    )
  } finally {
    await service.stop()
  }
})

it('what a service says is told without what it prints for people, who get in by it', async () => {
  const program = await made(
    `import { writeFileSync } from 'node:fs'
     console.log('password secret7')
     console.error('a warning')
     writeFileSync(process.argv[process.argv.indexOf('--ready-file') + 1], '{}')
     setInterval(() => undefined, 1000)`,
  )
  const service = await startService({ program })
  try {
    await waitFor(() => service.output() !== '', 'what it says')
    expect(service.output()).toBe('a warning\n')
  } finally {
    await service.stop()
  }
})
