import { describe, expect, test } from 'vitest'
import { Refusal } from '../../contract/refusal/refusal.ts'
import { createArchiveDestinationRequest } from '../../contract/live-api.ts'
import { inWords } from '../api/http/answer.ts'
import { archiveDestination } from './destination-rules.ts'

const S3 = {
  bucket_uri: 's3://recordings/shows/',
  s3_region: 'eu-central-1',
  s3_access_key_id: 'AKIA+EXAMPLE.1',
  s3_secret_access_key: 'a secret / with, all: sorts=',
}
const CREDENTIAL = {
  type: 'service_account',
  client_email: 'archiver@example.test',
  private_key: '-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----\n',
  token_uri: 'https://oauth2.example.test/token',
}
const GS = { bucket_uri: 'gs://recordings', gs_credential_json: JSON.stringify(CREDENTIAL) }
const AZBLOB = {
  bucket_uri: 'azblob://recordings/2026',
  blob_account: 'airdesk',
  blob_key: 'c2VjcmV0LWtleQ==',
}

const check = (request: object) =>
  archiveDestination(createArchiveDestinationRequest.parse(request), 'public')
const problemsOf = (request: object) => {
  try {
    check(request)
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, problems: inWords(error.problems) }
    throw error
  }
  return null
}
const refusal = (...problems: [member: string, rule: unknown][]) => ({
  code: 'BAD_REQUEST',
  problems: problems.map(([member, rule]) => ({ member, rule })),
})

describe('a destination', () => {
  test('in S3', () => {
    expect(check(S3)).toEqual({
      kind: 's3',
      reach: 'public',
      bucket: 'recordings',
      path: 'shows',
      endPoint: null,
      region: 'eu-central-1',
      accessKeyId: 'AKIA+EXAMPLE.1',
      secretAccessKey: 'a secret / with, all: sorts=',
    })
  })
  test.each([
    'http://127.0.0.1:9000',
    'https://minio.example.test/',
    'http://[::1]:9000/base',
    'HTTPS://S3.test',
  ])('in a store like S3, at %s', (endPoint) =>
    expect(check({ ...S3, s3_end_point: endPoint })).toMatchObject({ endPoint }),
  )
  test.each(['store.example', 'store.example:9000', 'localhost:9000', '[::1]:9000', 'store.example/base'])(
    'in a store like S3, asked by https at the host %s',
    (host) => {
      expect(check({ ...S3, s3_end_point: host })).toMatchObject({ endPoint: `https://${host}` })
    },
  )
  test('of which typed clients fill in every member', () => {
    const empty = Object.fromEntries(
      Object.keys({ ...S3, ...GS, ...AZBLOB, s3_end_point: '' }).map((name) => [name, '']),
    )
    for (const one of [S3, GS, AZBLOB]) expect(check({ ...empty, ...one })).toEqual(check(one))
  })
  test('in Google Cloud Storage', () => {
    expect(check(GS)).toEqual({
      kind: 'gs',
      reach: 'public',
      bucket: 'recordings',
      path: '',
      credential: CREDENTIAL,
    })
    const more = JSON.stringify({ ...CREDENTIAL, project_id: 'x' })
    expect(check({ ...GS, gs_credential_json: more })).toMatchObject({ credential: CREDENTIAL })
  })
  test('in Azure Blob Storage', () => {
    expect(check(AZBLOB)).toEqual({
      kind: 'azblob',
      reach: 'public',
      container: 'recordings',
      path: '2026',
      account: 'airdesk',
      key: 'c2VjcmV0LWtleQ==',
    })
  })
  test.skipIf(process.platform === 'win32')('on this machine', () => {
    expect(check({ bucket_uri: 'file:///srv/archive/' })).toEqual({ kind: 'file', folder: '/srv/archive' })
  })
})

describe('members', () => {
  test.each([
    ['s3', S3, ['s3_region', 's3_access_key_id', 's3_secret_access_key']],
    ['gs', GS, ['gs_credential_json']],
    ['azblob', AZBLOB, ['blob_account', 'blob_key']],
  ])('that %s needs', (kind, right, members) => {
    for (const member of members) {
      expect(problemsOf({ ...right, [member]: undefined })).toEqual(
        refusal([member, `is required for ${kind}://`]),
      )
    }
    const [first] = [right.bucket_uri]
    expect(problemsOf({ bucket_uri: first })).toEqual(
      refusal(...members.map((member): [string, string] => [member, `is required for ${kind}://`])),
    )
  })

  test.each([
    ['s3', S3],
    ['gs', GS],
    ['azblob', AZBLOB],
    ['file', { bucket_uri: 'file:///C:/archive' }],
  ])('that have no place in %s are named', (kind, right) => {
    const all: Record<string, string> = { ...S3, s3_end_point: 'http://a.test', ...GS, ...AZBLOB, ...right }
    const own = kind === 's3' ? [...Object.keys(right), 's3_end_point'] : Object.keys(right)
    const others = Object.keys(all).filter((member) => !own.includes(member))
    expect(others.length).toBeGreaterThan(2)
    for (const member of others) {
      expect(problemsOf({ ...right, [member]: all[member] })).toEqual(
        refusal([member, `must not be given for ${kind}://`]),
      )
    }
  })

  test('are named all at once, with the bucket', () => {
    expect(
      problemsOf({
        ...S3,
        bucket_uri: 's3://X',
        s3_region: 'a/b',
        s3_access_key_id: undefined,
        blob_key: 'eA==',
      }),
    ).toEqual(
      refusal(
        ['bucket_uri', expect.stringMatching(/^must name a bucket/)],
        ['s3_region', 'must have letters, digits, dots, hyphens and underscores only'],
        ['s3_access_key_id', 'is required for s3://'],
        ['blob_key', 'must not be given for s3://'],
      ),
    )
  })

  test('do not matter where the scheme is of no store', () => {
    expect(problemsOf({ ...GS, bucket_uri: 'ftp://recordings' })).toEqual(
      refusal(['bucket_uri', expect.stringMatching(/^must be s3:/)]),
    )
  })

  test.each([
    [
      S3,
      's3_end_point',
      [
        'min io',
        'ftp://a.test',
        'http://',
        'http://u:p@a.test',
        'http://u@a.test',
        'http://a.test?x',
        'http://a.test#',
        ' http://a.test',
        'http://a.test/\n',
      ],
    ],
    [S3, 's3_region', ['eu central', 'a/b', 'a\nb', 'é', ' ']],
    [S3, 's3_access_key_id', ['A B', 'A/B', 'A,B', 'A\r\nB', 'É', ' ']],
    [S3, 's3_secret_access_key', ['a\nb', 'a\u0000', 'a\u0085']],
    [AZBLOB, 'blob_account', ['ab', 'a'.repeat(25), 'Airdesk', 'air-desk', 'a.b', 'air desk']],
    [AZBLOB, 'blob_key', ['c2VjcmV0LWtleQ', 'c2V jcmV0', '!', 'c2VjcmV0LWtleQ==\n', 'c2VjcmV0LWtl_-==']],
    [GS, 'gs_credential_json', ['x', 'null', '[]', '"{}"', '5', '{}', '{"type":"service_account"}']],
  ])('%#: wrong ones are refused by name', (right, member, values) => {
    for (const value of values) {
      expect([value, problemsOf({ ...right, [member]: value })]).toEqual([
        value,
        refusal([member, expect.stringMatching(/^must /)]),
      ])
    }
  })
})

describe('a credential', () => {
  const rule = (...members: string[]) =>
    `must hold a JSON object with strings for ${members.join(', ')}; token_uri is an http or https URL`

  test.each([
    ['[1]', 'must hold a JSON object'],
    ['{}', rule('type', 'client_email', 'private_key', 'token_uri')],
    [JSON.stringify({ ...CREDENTIAL, type: 5 }), rule('type')],
    [JSON.stringify({ ...CREDENTIAL, private_key: '' }), rule('private_key')],
    [JSON.stringify({ ...CREDENTIAL, token_uri: 'file:///etc/passwd' }), rule('token_uri')],
  ])('%# says what is missing', (gs_credential_json, expected) => {
    expect(problemsOf({ ...GS, gs_credential_json })).toEqual(refusal(['gs_credential_json', expected]))
  })

  test('is never repeated, whatever is wrong with it', () => {
    const secret = 'VERY-SECRET'
    for (const gs_credential_json of [
      secret,
      `{"private_key":"${secret}"`,
      JSON.stringify({ ...CREDENTIAL, private_key: secret, type: null }),
      JSON.stringify({ [secret]: secret }),
      JSON.stringify({ ...CREDENTIAL, token_uri: secret }),
    ]) {
      const found = problemsOf({ ...GS, gs_credential_json })
      expect(found?.code).toBe('BAD_REQUEST')
      expect(JSON.stringify(found)).not.toContain(secret)
    }
  })
})
