import { fileURLToPath } from 'node:url'
import type { ArchiveKind, StoreKind } from '../../contract/archive.ts'
import { rule, wordsOf } from '../../contract/refusal/rules.ts'
import type { BrokenRule } from '../../contract/refusal/rules.ts'

/** A place in an object store. */
export interface StorePlace {
  /** Of the bucket or container. */
  readonly name: string
  /** Without slashes at its ends; empty for the bucket itself. */
  readonly path: string
}

/** A `bucket_uri` breaks a rule. */
export class BucketUriFault extends Error {
  override readonly name = 'BucketUriFault'
  readonly broken: BrokenRule

  constructor(broken: BrokenRule) {
    super(wordsOf(broken))
    this.broken = broken
  }
}

/**
 * Bytes. Object names have at most 1024 (S3, Google Cloud Storage, Azure Blob Storage); the rest is left
 * for what is added to the path.
 */
const MAX_PATH_BYTES = 800

interface NameRule {
  readonly holds: (name: string) => boolean
  readonly rule: 's3Bucket' | 'gsBucket' | 'container'
}

/** Naming rules of the stores, as far as they can be told from the name alone. */
const NAME_RULES: Readonly<Record<StoreKind, NameRule>> = {
  s3: {
    holds: (name) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) && !name.includes('..'),
    rule: 's3Bucket',
  },
  gs: {
    // A name with dots may be longer than 63.
    holds: (name) =>
      /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/.test(name) &&
      name.split('.').every((part) => part.length >= 1 && part.length <= 63),
    rule: 'gsBucket',
  },
  azblob: {
    // `$web` is what a static website is served from. `$root` takes no slash in a name, and `$logs` is Azure's own.
    holds: (name) => name === '$web' || (/^[a-z0-9-]{3,63}$/.test(name) && !/^-|--|-$/.test(name)),
    rule: 'container',
  },
}

/**
 * The kind of store that a `bucket_uri` names by its scheme.
 * @throws BucketUriFault for a scheme of none
 */
export function kindOf(uri: string): ArchiveKind {
  const [, kind] = /^(s3|gs|azblob|file):\/\//.exec(uri) ?? []
  if (kind === undefined) throw new BucketUriFault(rule('placeUri'))
  return kind as ArchiveKind
}

/**
 * Reads `s3://`, `gs://` and `azblob://`. The path is taken as it is written, without percent-decoding.
 * @throws BucketUriFault
 */
export function parseStoreUri(kind: StoreKind, uri: string): StorePlace {
  const { authority: name, path } = split(kind, uri)
  const named = NAME_RULES[kind]
  if (!named.holds(name)) throw new BucketUriFault(rule(named.rule))
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
  if (authority !== '') throw new BucketUriFault(rule('absolutePath'))
  if (path === '') throw new BucketUriFault(rule('folder'))
  // Looked at before the parser of URLs, which resolves `..` and `%2e%2e` without a word.
  const decoded = percentDecoded(path)
  if (hasControls(decoded)) throw new BucketUriFault(rule('noControls'))
  checkPath(decoded)
  try {
    return fileURLToPath(`file:///${path}`, { windows })
  } catch {
    throw new BucketUriFault(rule('localPath'))
  }
}

/** What stands before the first slash, and after it without a slash at the end. */
function split(kind: ArchiveKind, uri: string): { authority: string; path: string } {
  if (hasControls(uri)) throw new BucketUriFault(rule('noControls'))
  if (/[?#]/.test(uri)) throw new BucketUriFault(rule('noQuery'))
  const [, authority = '', path = ''] = /^([^/]*)(?:\/(.*))?$/.exec(uri.slice(`${kind}://`.length)) ?? []
  if (authority.includes('@')) throw new BucketUriFault(rule('noUser'))
  return { authority, path: path.replace(/\/$/, '') }
}

const hasControls = (text: string) => /[\p{Cc}\\]/u.test(text)

function checkPath(path: string): void {
  if (path === '') return
  const segments = path.split('/')
  if (segments.includes('')) throw new BucketUriFault(rule('noEmptyPart'))
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    throw new BucketUriFault(rule('noDots'))
  }
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw new BucketUriFault(rule('pathBytes', { max: MAX_PATH_BYTES }))
  }
}

function percentDecoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new BucketUriFault(rule('percent'))
  }
}
