import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { documents } from '../../test/support/published-documents.ts'
import { entriesOfDocuments, type Entry } from './catalog.ts'
import { curlOf } from '../snippet/curl.ts'
import { exampleCall } from './example-call.ts'

const curlLine = (entry: Entry) => curlOf(exampleCall(entry))
const entries = entriesOfDocuments(await documents())

function entry(id: string): Entry {
  const found = entries.find((one) => one.id === id)
  if (found === undefined) throw new Error(`no ${id}`)
  return found
}

/** What a shell makes of the line: the words that curl would get. */
function words(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`
  const text = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { TOKEN: 'the-token' } })
  return text.split('\0').slice(0, -1)
}

describe('line for curl', () => {
  it('posts the example of an endpoint with the token', () => {
    const schedule = entry('option.postSchedule')
    const got = words(curlLine(schedule))
    expect(got.slice(0, 3)).toEqual(['-X', 'POST', 'http://127.0.0.1:8081/api/schedule'])
    expect(got).toContain('Authorization: Bearer the-token')
    expect(got).toContain('Content-Type: application/json')
    const example = schedule.operation.requestBody?.content['application/json']?.example
    expect(JSON.parse(got.at(-1) ?? '')).toEqual(example)
  })

  it('puts parameters into the query, and no token where none is needed', () => {
    const [url] = words(curlLine(entry('option.getChat')))
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:8081\/api\/chat\?schedule_id=\w+&limit=100$/)
    expect(curlLine(entry('option.postLogin'))).not.toContain('Authorization')
  })

  it('names the operation of the live API in its header, at the one path', () => {
    const got = words(curlLine(entry('live.ListChannelIDs')))
    expect(got.slice(0, 3)).toEqual(['-X', 'POST', 'http://127.0.0.1:8082/'])
    expect(got).toContain('X-Sfu-Target: Service_20200729.ListChannelIDs')
    expect(got.at(-1)).toBe('{}')
  })

  it('survives the quotes of a shell in every example', () => {
    const login = entry('option.postLogin')
    const body = { name: `it's "$HOME" \`id\` \\` }
    const content = { 'application/json': { schema: {}, example: body } }
    const operation = { ...login.operation, requestBody: { required: true, content } }
    expect(JSON.parse(words(curlLine({ ...login, operation })).at(-1) ?? '')).toEqual(body)
  })
})
