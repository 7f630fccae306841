import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCredential } from './credential.ts'

const file = {
  ...{ type: 'service_account', project_id: 'airdesk-tests', private_key_id: '1' },
  private_key: '-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----\n',
  client_email: 'archiver@airdesk-tests.example',
  token_uri: 'https://oauth2.example/token',
}

describe('the file of a service account', () => {
  it('says whose it is', () => {
    expect(readCredential(JSON.stringify(file))).toEqual({
      ok: true,
      facts: { project: 'airdesk-tests', email: 'archiver@airdesk-tests.example' },
    })
    expect(readCredential(JSON.stringify({ ...file, project_id: undefined }))).toMatchObject({
      ok: true,
      facts: { project: '' },
    })
  })

  it('is refused by the members that it lacks', () => {
    expect(readCredential(JSON.stringify({ ...file, private_key: '', token_uri: 5 }))).toEqual({
      ok: false,
      members: ['private_key', 'token_uri'],
    })
  })

  it.each(['', 'x', '[]', 'null', '"{}"', '{'])('is refused where it is no JSON object: %j', (text) => {
    expect(readCredential(text)).toEqual({ ok: false, members: [] })
  })

  it('is never repeated where it is wrong, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (text, value) => {
        for (const json of [text, JSON.stringify(value), JSON.stringify({ ...file, type: value, x: text })]) {
          const read = readCredential(json)
          if (!read.ok) expect(Object.keys(file)).toEqual(expect.arrayContaining([...read.members]))
        }
      }),
    )
  })
})
