import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { logTail, maskLine } from './diagnostics.ts'

test.each([
  ['{"channelId":"7F3A91C4E9KQ5T0C3N8X6W4E1R"}', '{"channelId":"7F3A…"}'],
  ['rtmp://127.0.0.1:1935/7F3A91C4E9KQ5T0C3N8X6W4E1R closed', 'rtmp://127.0.0.1:1935/7F3A… closed'],
  ['{"user":"aiko@studio.example","n":1}', '{"user":"…@…","n":1}'],
  ['{"password":"pw-4567","accessToken": "abc"}', '{"password":"…","accessToken": "…"}'],
  ['{"level":30,"msg":"ready"}', '{"level":30,"msg":"ready"}'],
])('%s is told as %s', (line, masked) => expect(maskLine(line)).toBe(masked))

test('the end of a long log begins with a whole line; without a log there is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'airdesk-log-'))
  const file = join(folder, 'airdesk.log')
  expect(await logTail(file)).toEqual([])
  const lines = Array.from({ length: 5000 }, (_, i) => `{"msg":"line ${i}"}`)
  await writeFile(file, `${lines.join('\n')}\n`)
  const tail = await logTail(file)
  expect(tail.at(-1)).toBe('{"msg":"line 4999"}')
  expect(tail.length).toBeGreaterThan(1000)
  expect(lines).toContain(tail[0])
  await rm(folder, { recursive: true })
})
