/** `bucket_uri` from what a person fills in, and back. Pure; whether it is right, the service says. */

/** Slashes at the ends of a path mean nothing. */
const bare = (path: string) => path.replace(/^\/+|\/+$/g, '')

/** `s3://recordings/shows/`. @param scheme without `://` */
export function placeUri(scheme: string, bucket: string, path: string): string {
  const end = scheme === 's3' && bare(path) !== '' ? '/' : ''
  return `${scheme}://${bucket}/${bare(path)}${end}`
}

/** Bucket and path of an address with any scheme; a text without a scheme is a bucket. */
export function readPlaceUri(text: string): { bucket: string; path: string } {
  const [, bucket, path = ''] = /^\s*[a-z0-9]+:\/\/([^/]*)\/?(.*?)\s*$/i.exec(text) ?? []
  return bucket === undefined ? { bucket: text, path: '' } : { bucket, path: bare(path) }
}

/** True for a whole address where only the name of a bucket is asked for. */
export const isPlaceUri = (text: string): boolean => /^\s*(s3|gs|azblob):\/\//i.test(text)

/** `file:///srv/My%20recordings` (RFC 8089) of an absolute path of any operating system, or of such an address. */
export function folderUri(folder: string): string {
  const path = folder.trim()
  if (path === '' || path.startsWith('file:')) return path
  const slashed = /^[a-z]:/i.test(path) ? path.replaceAll('\\', '/') : path
  const segments = slashed.replace(/^\//, '').split('/').map(encodeURIComponent)
  // A relative path has to be refused, not taken for an absolute one.
  const root = slashed.startsWith('/') || /^[a-z]:/i.test(slashed) ? 'file:///' : 'file://'
  return root + segments.join('/').replace(/^([a-z])%3A/i, '$1:')
}

/** The path of `file:///…` as the operating system writes it; another text stays as it is. */
export function readFolderUri(uri: string): string {
  const path = /^file:\/\/(\/.*)$/.exec(uri)?.[1]
  if (path === undefined) return uri
  const decoded = percentDecoded(path)
  return /^\/[a-z]:/i.test(decoded) ? decoded.slice(1).replaceAll('/', '\\') : decoded
}

function percentDecoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
