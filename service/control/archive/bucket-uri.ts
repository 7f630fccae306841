import { fileURLToPath } from 'node:url'
import type { ArchiveKind, StoreKind } from '../../contract/archive.ts'

/** A place in an object store. */
export interface StorePlace {
  /** Of the bucket or container. */
  readonly name: string
  /** Without slashes at its ends; empty for the bucket itself. */
  readonly path: string
}

/** The rule that a `bucket_uri` breaks. */
export class BucketUriFault extends Error {
  override readonly name = 'BucketUriFault'
}

/**
 * Bytes. Object names have at most 1024 (S3, Google Cloud Storage, Azure Blob Storage); the rest is left
 * for what is added to the path.
 */
const MAX_PATH_BYTES = 800

const FORM =
  'must be s3://<bucket>/<path>/, gs://<bucket>/<path>, azblob://<container>/<path> or file:///<path>'
const NO_CONTROLS = 'must not have control characters or backslashes'
const FILE_FORM = 'must be file:/// and an absolute path'

interface NameRule {
  readonly holds: (name: string) => boolean
  readonly rule: string
}

/** Naming rules of the stores, as far as they can be told from the name alone. */
const NAME_RULES: Readonly<Record<StoreKind, NameRule>> = {
  s3: {
    holds: (name) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) && !name.includes('..'),
    rule: 'must name a bucket of 3 to 63 lower-case letters, digits, dots and hyphens, with a letter or digit at each end',
  },
  gs: {
    // A name with dots may be longer than 63.
    holds: (name) =>
      /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/.test(name) &&
      name.split('.').every((part) => part.length >= 1 && part.length <= 63),
    rule: 'must name a bucket of 3 to 63 lower-case letters, digits, dots, hyphens and underscores, with a letter or digit at each end',
  },
  azblob: {
    holds: (name) => /^[a-z0-9-]{3,63}$/.test(name) && !/^-|--|-$/.test(name),
    rule: 'must name a container of 3 to 63 lower-case letters, digits and single hyphens, with a letter or digit at each end',
  },
}

/**
 * The kind of store that a `bucket_uri` names by its scheme.
 * @throws BucketUriFault for a scheme of none
 */
export function kindOf(uri: string): ArchiveKind {
  const [, kind] = /^(s3|gs|azblob|file):\/\//.exec(uri) ?? []
  if (kind === undefined) throw new BucketUriFault(FORM)
  return kind as ArchiveKind
}

/**
 * Reads `s3://`, `gs://` and `azblob://`. The path is taken as it is written, without percent-decoding.
 * @throws BucketUriFault
 */
export function parseStoreUri(kind: StoreKind, uri: string): StorePlace {
  const { authority: name, path } = split(kind, uri)
  const { holds, rule } = NAME_RULES[kind]
  if (!holds(name)) throw new BucketUriFault(rule)
  checkPath(path)
  return { name, path }
}

/**
 * Reads `file:///`: a URL (RFC 8089), with `%20` for a space.
 * @param windows whether paths are those of Windows
 * @returns the folder's absolute path as the operating system writes it
 * @throws BucketUriFault
 */
export function parseFolderUri(uri: string, windows = process.platform === 'win32'): string {
  const { authority, path } = split('file', uri)
  if (authority !== '') throw new BucketUriFault(FILE_FORM)
  if (path === '') throw new BucketUriFault('must name a folder')
  // Looked at before the parser of URLs, which resolves `..` and `%2e%2e` without a word.
  const decoded = percentDecoded(path)
  if (hasControls(decoded)) throw new BucketUriFault(NO_CONTROLS)
  checkPath(decoded)
  try {
    return fileURLToPath(`file:///${path}`, { windows })
  } catch {
    throw new BucketUriFault(`${FILE_FORM} of this machine`)
  }
}

/** What stands before the first slash, and after it without a slash at the end. */
function split(kind: ArchiveKind, uri: string): { authority: string; path: string } {
  if (hasControls(uri)) throw new BucketUriFault(NO_CONTROLS)
  if (/[?#]/.test(uri)) throw new BucketUriFault('must not have a query or a fragment')
  const [, authority = '', path = ''] = /^([^/]*)(?:\/(.*))?$/.exec(uri.slice(`${kind}://`.length)) ?? []
  if (authority.includes('@')) throw new BucketUriFault('must not have a user name or password')
  return { authority, path: path.replace(/\/$/, '') }
}

const hasControls = (text: string) => /[\p{Cc}\\]/u.test(text)

function checkPath(path: string): void {
  if (path === '') return
  const segments = path.split('/')
  if (segments.includes('')) throw new BucketUriFault('must not have two slashes side by side in its path')
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    throw new BucketUriFault('must not have . or .. in its path')
  }
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw new BucketUriFault(`must have a path of at most ${MAX_PATH_BYTES} bytes`)
  }
}

function percentDecoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new BucketUriFault('must have % before two hexadecimal digits only, and %25 for % itself')
  }
}
