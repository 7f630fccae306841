import { describe, expect, it } from 'vitest'
import type { DestinationView } from '../../../service/contract/console/destinations.ts'
import { Refusal } from '../../../service/contract/refusal/refusal.ts'
import { breaks } from '../../../service/contract/refusal/carried.ts'
import { archiveDestination } from '../../../service/control/archive/destination-rules.ts'
import { FIELDS, byField, hasEdgeSpace, initialValues, ofCredentials, problemsIn } from './form-values.ts'
import { STORES } from './stores.ts'
import { toCredentials, toRequest, valuesOf, type DestinationValues } from './form-values.ts'

const credential = JSON.stringify({
  ...{ type: 'service_account', client_email: 'a@b.example', private_key: 'k' },
  token_uri: 'https://oauth2.example/token',
})
const filled: DestinationValues = {
  ...{ store: 's3', bucket: 'recordings', path: 'shows', endPoint: 'http://127.0.0.1:9000' },
  ...{ region: 'eu-central-1', accessKeyId: 'AKIA1', secretAccessKey: 'secret', credential },
  ...{ account: 'airdesk', accountKey: 'c2VjcmV0', folder: '/srv/recordings' },
}
/** Where each refusal of the service stands in the form. */
const refused = (values: DestinationValues) => {
  try {
    archiveDestination(toRequest(values), 'computer')
  } catch (error) {
    if (error instanceof Refusal) return byField(values, error.problems)
    throw error
  }
  return {}
}

describe('the form of a new destination', () => {
  it.each(STORES)('filled in for %s stands for what the service takes', (store) => {
    const values = { ...filled, store }
    expect(problemsIn(values)).toEqual([])
    expect(refused(values)).toEqual({})
  })

  it('sends what belongs to the kind of store alone', () => {
    expect(toRequest(filled)).toEqual({
      bucket_uri: 's3://recordings/shows/',
      s3_region: 'eu-central-1',
      s3_access_key_id: 'AKIA1',
      s3_secret_access_key: 'secret',
    })
    expect(toRequest({ ...filled, store: 'file' })).toEqual({ bucket_uri: 'file:///srv/recordings' })
  })

  it.each(STORES)('of credentials alone sends and checks what lets in: %s', (store) => {
    const values = { ...filled, store }
    const credentials = toCredentials(values)
    expect(toRequest(values)).toMatchObject(credentials)
    expect(Object.keys(credentials)).toEqual(
      {
        s3: ['s3_access_key_id', 's3_secret_access_key'],
        's3-compatible': ['s3_access_key_id', 's3_secret_access_key'],
        gs: ['gs_credential_json'],
        azblob: ['blob_key'],
        file: [],
      }[store],
    )
    const nothing = { ...initialValues(), store }
    const missing = ofCredentials(nothing, problemsIn(nothing)).map(({ path }) => path)
    expect(missing).toEqual(Object.keys(credentials))
  })

  it('trims what is open and leaves secrets as they are', () => {
    const values = { ...filled, bucket: ' recordings ', region: 'eu ', secretAccessKey: 'secret ' }
    expect(toRequest(values)).toMatchObject({
      bucket_uri: 's3://recordings/shows/',
      s3_region: 'eu',
      s3_secret_access_key: 'secret ',
    })
    expect(hasEdgeSpace(values.secretAccessKey)).toBe(true)
    expect(hasEdgeSpace('sec ret')).toBe(false)
  })

  it.each(STORES)('says what is missing for %s', (store) => {
    const values = { ...initialValues(), store }
    const place = store === 'file' ? 'folder' : 'bucket'
    const fields = byField(values, problemsIn(values))
    expect(Object.keys(fields).sort()).toEqual([place, ...FIELDS[store].map(({ name }) => name)].sort())
    expect(new Set(Object.values(fields))).toEqual(new Set([breaks('notEmpty')]))
  })

  it.each<[Partial<DestinationValues>, string[]]>([
    [{ bucket: 'UPPER' }, ['bucket']],
    [{ bucket: 'user@recordings' }, ['bucket']],
    [{ bucket: 'recordings?x' }, ['bucket']],
    [{ path: 'a//b' }, ['path']],
    [{ path: 'a/../b' }, ['path']],
    [{ path: 'a?b' }, ['path']],
    [{ path: 'a\\b' }, ['path']],
    [{ path: 'x'.repeat(801) }, ['path']],
    [{ region: 'a/b', accessKeyId: 'a b' }, ['accessKeyId', 'region']],
    [{ store: 's3-compatible', endPoint: 'ftp://localhost:9000' }, ['endPoint']],
    [{ store: 'gs', credential: '{}' }, ['credential']],
    [{ store: 'gs', bucket: 'ab' }, ['bucket']],
    [{ store: 'azblob', bucket: 'a_b', account: 'A', accountKey: '!' }, ['account', 'accountKey', 'bucket']],
    [{ store: 'file', folder: 'recordings' }, ['folder']],
    [{ store: 'file', folder: '/srv/../etc' }, ['folder']],
    [{ store: 'file', folder: '/' }, ['folder']],
  ])('has a field for each refusal of the service: %o', (wrong, fields) => {
    expect(Object.keys(refused({ ...filled, ...wrong })).sort()).toEqual(fields)
  })

  it('starts from what is open of another destination', () => {
    const old: DestinationView = {
      ...{ id: '1', bucketUri: 's3://recordings/shows/', kind: 's3', createdAt: 0, channels: [] },
      settings: { s3_end_point: 'http://127.0.0.1:9000', s3_region: 'us-east-1', s3_access_key_id: 'A' },
      ...{ unfinished: 0, pendingBytes: 0, trouble: null },
    }
    expect(valuesOf(old)).toMatchObject({
      ...{ store: 's3-compatible', bucket: 'recordings', path: 'shows', region: 'us-east-1' },
      ...{ endPoint: 'http://127.0.0.1:9000', accessKeyId: 'A', secretAccessKey: '' },
    })
    expect(toRequest(valuesOf(old))).toEqual({ bucket_uri: old.bucketUri, ...old.settings })
    const local = { ...old, kind: 'file' as const, bucketUri: 'file:///srv/My%20recordings', settings: {} }
    expect(toRequest(valuesOf(local))).toEqual({ bucket_uri: local.bucketUri })
    expect(valuesOf({ ...old, settings: { s3_region: 'us-east-1' } }).store).toBe('s3')
  })
})
