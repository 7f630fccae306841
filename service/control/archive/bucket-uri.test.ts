import { describe, expect, test } from 'vitest'
import { BucketUriFault, kindOf, parseFolderUri, parseStoreUri } from './bucket-uri.ts'
import type { StoreKind } from '../../contract/archive.ts'

const faultOf = (run: () => unknown) => {
  try {
    return { gives: run() }
  } catch (error) {
    if (error instanceof BucketUriFault) return error.message
    throw error
  }
}

/** 222 characters, in parts of at most 63. */
const LONGEST_GS = ['a', 'b', 'c'].map((letter) => letter.repeat(63)).join('.') + `.${'d'.repeat(30)}`

describe('the scheme', () => {
  test.each(['s3', 'gs', 'azblob', 'file'])('%s is known', (kind) => {
    expect(kindOf(`${kind}://x`)).toBe(kind)
  })
  test.each([
    '',
    'recordings',
    'https://bucket/',
    'ftp://a',
    'S3://bucket',
    ' s3://bucket',
    's3:/bucket',
    's3:bucket',
  ])('%j is none of them', (uri) =>
    expect(faultOf(() => kindOf(uri))).toMatch(/^must be s3:\/\/<bucket>\/<path>\/, gs:/),
  )
})

describe('a place in a store', () => {
  test.each<[StoreKind, string, string, string]>([
    ['s3', 's3://recordings/shows/2026/', 'recordings', 'shows/2026'],
    ['s3', 's3://recordings/shows', 'recordings', 'shows'],
    ['s3', 's3://recordings/', 'recordings', ''],
    ['s3', 's3://recordings', 'recordings', ''],
    ['s3', 's3://a.b-c.9/x', 'a.b-c.9', 'x'],
    ['s3', `s3://${'a'.repeat(63)}/x`, 'a'.repeat(63), 'x'],
    ['gs', 'gs://my_bucket/録画/a b', 'my_bucket', '録画/a b'],
    ['gs', `gs://${'a'.repeat(63)}.${'b'.repeat(63)}`, `${'a'.repeat(63)}.${'b'.repeat(63)}`, ''],
    ['gs', 'gs://a.b.c', 'a.b.c', ''],
    ['gs', `gs://${LONGEST_GS}`, LONGEST_GS, ''],
    ['azblob', 'azblob://record-ings/100%/..a/b..', 'record-ings', '100%/..a/b..'],
    ['azblob', 'azblob://$web/tv', '$web', 'tv'],
    ['s3', `s3://abc/${'x'.repeat(800)}/`, 'abc', 'x'.repeat(800)],
  ])('%s: %s', (kind, uri, name, path) => {
    expect(parseStoreUri(kind, uri)).toEqual({ name, path })
  })

  test.each<[StoreKind, string, RegExp]>([
    ...[
      '',
      '/',
      '/path',
      'ab',
      'a'.repeat(64),
      'Abc',
      'a_b',
      '-abc',
      'abc-',
      '.abc',
      'a..b',
      'a b',
      'b:80',
      'bücher',
    ].map((name): [StoreKind, string, RegExp] => ['s3', `s3://${name}`, /^must name a bucket of 3 to 63/]),
    ...['', 'ab', 'a'.repeat(64), 'aB', '_abc', 'abc_', 'a..b', `${'a'.repeat(64)}.b`, `${LONGEST_GS}x`].map(
      (name): [StoreKind, string, RegExp] => ['gs', `gs://${name}`, /^must name a bucket of 3 to 63/],
    ),
    ...['', 'ab', 'a'.repeat(64), 'aBc', '-abc', 'abc-', 'a--b', 'a.b', '$root', '$logs', '$Web'].map(
      (name): [StoreKind, string, RegExp] => [
        'azblob',
        `azblob://${name}`,
        /^must name a container of 3 to 63/,
      ],
    ),
    ['s3', 's3://user@abc/', /user name/],
    ['s3', 's3://user:secret@abc/', /user name/],
    ['s3', 's3://abc?versionId=1', /query/],
    ['s3', 's3://abc/a?b', /query/],
    ['s3', 's3://abc/a#b', /fragment/],
    ['s3', 's3://abc/a\nb', /control/],
    ['s3', 's3://abc/a\u0000', /control/],
    ['s3', 's3://abc/a\u0085', /control/],
    ['s3', 's3://abc/a\\b', /backslash/],
    ['s3', 's3://abc/..', /\. or \.\./],
    ['s3', 's3://abc/a/../b', /\. or \.\./],
    ['s3', 's3://abc/./b', /\. or \.\./],
    ['s3', 's3://abc//b', /two slashes/],
    ['s3', 's3://abc/b//', /two slashes/],
    ['s3', `s3://abc/${'x'.repeat(801)}`, /at most 800 bytes/],
    ['s3', `s3://abc/${'録'.repeat(267)}`, /at most 800 bytes/],
  ])('%s refuses %j', (kind, uri, rule) => {
    expect(faultOf(() => parseStoreUri(kind, uri))).toMatch(rule)
  })
})

describe('a folder', () => {
  test.each([
    ['file:///srv/recordings', '/srv/recordings'],
    ['file:///srv/recordings/', '/srv/recordings'],
    ['file:///srv/My%20recordings/録画', '/srv/My recordings/録画'],
    ['file:///srv/a b', '/srv/a b'],
    ['file:///srv/100%25', '/srv/100%'],
    ['file:///srv/a%23b%3F', '/srv/a#b?'],
  ])('%s', (uri, folder) => {
    expect(parseFolderUri(uri, false)).toBe(folder)
  })

  test.each([
    ['file:///C:/recordings/', 'C:\\recordings'],
    ['file:///d:/a%20b', 'd:\\a b'],
  ])('of Windows: %s', (uri, folder) => {
    expect(parseFolderUri(uri, true)).toBe(folder)
  })

  test.each([
    ['file://', /must name a folder/],
    ['file:///', /must name a folder/],
    ['file://host/srv', /file:\/\/\/ and an absolute path/],
    ['file://C:/srv', /file:\/\/\/ and an absolute path/],
    ['file://user@/srv', /user name/],
    ['file:///srv/../etc', /\. or \.\./],
    ['file:///srv/%2e%2e/etc', /\. or \.\./],
    ['file:///srv/.%2E/etc', /\. or \.\./],
    ['file:///srv/%2e', /\. or \.\./],
    ['file:///srv/..%2fetc', /\. or \.\./],
    ['file:///srv%2Frecordings', /absolute path of this machine/],
    ['file:///srv//x', /two slashes/],
    ['file:///srv/a%00', /control/],
    ['file:///srv/a%5Cb', /backslash/],
    ['file:///srv\\x', /backslash/],
    [`file:///${'x'.repeat(801)}`, /at most 800 bytes/],
    ['file:///srv?x', /query/],
    ['file:///srv#x', /fragment/],
    ['file:///srv/100%', /% before two hexadecimal digits/],
    ['file:///srv/%ff', /% before two hexadecimal digits/],
  ])('refuses %j', (uri, rule) => {
    expect(faultOf(() => parseFolderUri(uri, false))).toMatch(rule)
  })

  test.each(['file:///srv/recordings', 'file:///recordings'])('of Windows has a drive: %s', (uri) => {
    expect(faultOf(() => parseFolderUri(uri, true))).toMatch(/absolute path of this machine/)
  })
})
