import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFolderUri } from '../../service/control/archive/bucket-uri.ts'
import { folderUri, isPlaceUri, placeUri, readFolderUri, readPlaceUri } from './bucket-uri.ts'

describe('the address of a bucket', () => {
  it.each([
    ['s3', 'recordings', 'shows/2026', 's3://recordings/shows/2026/'],
    ['s3', 'recordings', '/shows/', 's3://recordings/shows/'],
    ['s3', 'recordings', '', 's3://recordings/'],
    ['gs', 'recordings', 'shows/', 'gs://recordings/shows'],
    ['azblob', 'recordings', '', 'azblob://recordings/'],
  ])('%s, bucket %j and path %j', (scheme, bucket, path, uri) => {
    expect(placeUri(scheme, bucket, path)).toBe(uri)
  })

  it('is taken apart where it was pasted as a whole', () => {
    expect(isPlaceUri(' s3://recordings/a/b/ ')).toBe(true)
    expect(isPlaceUri('recordings')).toBe(false)
    expect(readPlaceUri(' s3://recordings/a/b/ ')).toEqual({ bucket: 'recordings', path: 'a/b' })
    expect(readPlaceUri('gs://recordings')).toEqual({ bucket: 'recordings', path: '' })
    expect(readPlaceUri('recordings')).toEqual({ bucket: 'recordings', path: '' })
  })
})

describe('the address of a folder', () => {
  it.each([
    ['/srv/My recordings', 'file:///srv/My%20recordings'],
    ['/srv/録画', 'file:///srv/%E9%8C%B2%E7%94%BB'],
    ['C:\\recordings\\a b', 'file:///C:/recordings/a%20b'],
    ['', ''],
  ])('%j is %j, and back', (folder, uri) => {
    expect(folderUri(folder)).toBe(uri)
    expect(readFolderUri(uri)).toBe(folder)
  })

  it('stays as it is where it was written as an address', () => {
    expect(folderUri(' file:///srv/a%20b ')).toBe('file:///srv/a%20b')
    expect(readFolderUri('s3://recordings')).toBe('s3://recordings')
    expect(readFolderUri('file:///srv/100%')).toBe('/srv/100%')
  })

  it('is not made absolute where the path is relative: the service has to refuse it', () => {
    expect(() => parseFolderUri(folderUri('recordings/a'), false)).toThrow('absolute path')
  })

  it('names the very folder, whatever its characters are', () => {
    const segment = fc
      .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
      .filter((text) => !/[/\\\p{Cc}]/u.test(text) && !['.', '..'].includes(text) && text === text.trim())
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        const folder = `/${segments.join('/')}`
        fc.pre(!/^\/[a-z]:/i.test(folder))
        expect(parseFolderUri(folderUri(folder), false)).toBe(folder)
      }),
    )
  })
})
