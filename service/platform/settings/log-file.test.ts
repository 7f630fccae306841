import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LogFile, createServiceLogger } from './log-file.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airdesk-log-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

test('the log goes on where it was, moves on when full, and stays bounded', () => {
  const file = join(directory, 'logs', 'airdesk.log')
  const line = (number: number) => `${String(number).padStart(9, '0')}\n`
  for (let number = 0; number < 100; number++) {
    const log = new LogFile(directory, 50)
    log.write(line(number))
    log.close()
  }
  expect(readFileSync(file, 'utf8')).toBe([95, 96, 97, 98, 99].map(line).join(''))
  expect(readFileSync(`${file}.3`, 'utf8')).toBe([80, 81, 82, 83, 84].map(line).join(''))
  expect(existsSync(`${file}.4`)).toBe(false)
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('the file has what stderr has not, and no secret', () => {
  const log = new LogFile(directory)
  const logger = createServiceLogger('silent', log)
  logger.debug('too fine')
  logger.info({ channel: 'A', password: 'hush', request: { authorization: 'hush' } }, 'created')
  log.close()
  const text = readFileSync(join(directory, 'logs', 'airdesk.log'), 'utf8')
  expect(text).toMatch(/^\{"level":30,"time":\d+,"channel":"A",.*"msg":"created"\}\n$/)
  expect(text).not.toContain('hush')
})
