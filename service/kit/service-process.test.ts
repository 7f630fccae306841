import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { StartError, startService } from './service-process.ts'

it('a service that is not ready in time is told with its last words, and not with those of its end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'airdesk-late-'))
  const program = join(folder, 'late.mjs')
  const lines = Array.from({ length: 30 }, (_, i) => `line ${i}.`).join('\n')
  await writeFile(
    program,
    `console.error(${JSON.stringify(lines)})
     process.on('SIGTERM', () => { console.log('password secret7'); process.exit(0) })
     setInterval(() => undefined, 1000)`,
  )
  const late = await startService({ program, readyWithinMs: 5000 }).catch((error: unknown) => error)
  await rm(folder, { recursive: true })
  expect(late).toBeInstanceOf(StartError)
  expect(String(late)).toMatch(/did not become ready within 5 s\. It said last:\nline 10\./)
  expect(String(late)).toMatch(/line 29\.$/)
})
