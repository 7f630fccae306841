import { describe, expect, test } from 'vitest'
import { downloadName, isOwnDownload } from './download-name.ts'

const CONSOLE = 'http://127.0.0.1:8080'
const PAGE = `${CONSOLE}/#/archives`

describe('downloads', () => {
  test.each([
    [`${CONSOLE}/console/api/ca.pem`, PAGE, true],
    [`blob:${CONSOLE}/5f0c`, PAGE, true],
    ['https://example.com/a.zip', PAGE, false],
    ['blob:https://example.com/5f0c', PAGE, false],
    ['data:text/html,x', PAGE, false],
    ['file:///etc/passwd', PAGE, false],
    [`${CONSOLE}/a`, 'https://example.com/', false],
  ])('of %s on %s: %s', (address, page, own) => expect(isOwnDownload(address, page, CONSOLE)).toBe(own))

  test.each([
    ['live-api.json', 'live-api.json'],
    ['配信 2026-04-01.csv', '配信 2026-04-01.csv'],
    ['../../.bashrc', 'bashrc'],
    ['C:\\Windows\\a.exe', 'C-Windows-a.exe'],
    ['a\u202egpj.exe', 'a-gpj.exe'],
    ['a\n/b', 'a-b'],
    [' . ', 'airdesk-export'],
    [`${'x'.repeat(300)}.json`, `${'x'.repeat(115)}.json`],
  ])('named %j are kept as %j', (given, name) => expect(downloadName(given)).toBe(name))
})
