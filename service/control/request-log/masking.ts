/**
 * What of a call's bodies may be kept. Secrets are known by their member's name, in either API's contract, so
 * that they are masked also where a request is wrong, or has them in the wrong place.
 */
import '../../contract/live-api.ts'
import '../../contract/option-api.ts'
import { secretMembers } from '../../contract/secret.ts'
import type { Bytes } from '../../contract/units.ts'

/** Longest body that is kept, UTF-8. */
export const MAX_KEPT_BYTES: Bytes = 16 * 1024
/** Stands for a value that is not kept. */
export const MASK = '***'

const CREDENTIAL_WORDS =
  'authoriz|authenticat|cookie|token|secret|credential|pass[_-]?w|passcode|passphrase|access[_-]?code|' +
  '(?:api|private|secret|access|blob|encrypt)[_-]?key(?![_-]?id)'

/**
 * Names of headers and members whose values let somebody in, also those of a member that was called by another name
 * than ours. A signature does not: it is good for one body.
 */
export const CREDENTIAL = new RegExp(`${CREDENTIAL_WORDS}|^(?:pass|pwd)$`, 'i')
const NAMES_CREDENTIAL = new RegExp(`${CREDENTIAL_WORDS}|"(?:pass|pwd)"`, 'i')

/** A body as the log keeps it: masked JSON, whose end may be missing. */
export interface KeptBody {
  readonly text: string
  /** True where the end is missing. */
  readonly cut: boolean
}

/**
 * Masks the values of secret members at any depth, and in every URL the user name, password, values of the
 * query and fragment, which hold tokens in practice; then cuts. Nothing is kept of a body that may hold secrets and is
 * not JSON.
 * @param most bytes that are kept
 */
export function keptText(json: string, most = MAX_KEPT_BYTES): KeptBody {
  // No more characters than bytes are kept, and what is in them is masked by what they hold themselves.
  if (!mayHoldSecrets(json.slice(0, most))) return cutBytes(json, most)
  try {
    return cutBytes(JSON.stringify(JSON.parse(json), maskMember), most)
  } catch {
    return { text: '', cut: json !== '' }
  }
}

/**
 * All of a body, with each of its secrets named by `name`; members that are no text keep their value.
 * @returns null for one that is no JSON and may hold secrets
 */
export function maskedText(text: string, name: (secret: string) => string): string | null {
  const isSecret = (member: string) => secretNames().whole.test(member) || CREDENTIAL.test(member)
  try {
    const value: unknown = JSON.parse(text)
    const masked = JSON.stringify(value, (member, inner: unknown) => {
      if (typeof inner !== 'string' || inner === '') return inner
      if (isSecret(member)) return name(inner)
      return inner.includes('://') ? maskUrls(inner) : inner
    })
    // As it came, where nothing was secret: a member may be there twice.
    return masked === JSON.stringify(value) ? text : masked
  } catch {
    return namesSecret(text) ? null : maskUrls(text)
  }
}

/**
 * Most bodies need no masking, and to see that takes a hundredth of the time. Escapes could hide a name or a
 * URL from a look at the text, so a text with any is looked at member by member.
 */
function mayHoldSecrets(json: string): boolean {
  return json.includes('://') || json.includes('\\') || namesSecret(json)
}

const namesSecret = (json: string): boolean => NAMES_CREDENTIAL.test(json) || secretNames().quoted.test(json)

/** Without regard to case, and also where words are joined in another way: a misspelt secret is a secret. */
function namePattern(before: string, after: string): RegExp {
  const written = [...secretMembers()].map((name) => name.replaceAll('_', '[_-]?'))
  return new RegExp(`${before}(?:${written.join('|')})${after}`, 'i')
}

/** Made anew when a contract that is loaded later has names more. */
let patterns = { names: -1, whole: /$^/, quoted: /$^/ }
function secretNames(): { readonly whole: RegExp; readonly quoted: RegExp } {
  const names = secretMembers().size
  if (names !== patterns.names)
    patterns = { names, whole: namePattern('^', '$'), quoted: namePattern('"', '"') }
  return patterns
}

function maskMember(name: string, value: unknown): unknown {
  if (secretNames().whole.test(name) || (CREDENTIAL.test(name) && typeof value !== 'object')) return MASK
  return typeof value === 'string' && value.includes('://') ? maskUrls(value) : value
}

/** An address of a playlist that expires is a token by itself. */
const SIGNED = /^\/signed\/[^/]+/

/** Begins behind the scheme: to look for that too takes the square of the time in a long text without one. */
const BEHIND_SCHEME = /:\/\/([^\s"'<>]*)/g

function maskUrls(text: string): string {
  return text.replace(BEHIND_SCHEME, (_, rest: string) => {
    const [, authority = '', path = '', query = '', fragment = ''] =
      /^([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/.exec(rest) ?? []
    const at = authority.lastIndexOf('@')
    const host = at < 0 ? authority : `${MASK}@${authority.slice(at + 1)}`
    const masked = path.replace(SIGNED, `/signed/${MASK}`)
    return `://${host}${masked}${maskQuery(query)}${fragment === '' ? '' : `#${MASK}`}`
  })
}

/** A text that somebody else wrote, of any form: in JSON by names of members as above, and in all URLs. */
export function maskForeign(text: string): string {
  try {
    const [plain, masked] = [JSON.stringify(JSON.parse(text)), JSON.stringify(JSON.parse(text, maskMember))]
    return plain === masked ? text : masked
  } catch {
    return maskUrls(text)
  }
}

/** Names stay; a part without `=` may be a token itself. @param query with its `?`, or empty */
export function maskQuery(query: string): string {
  return query.replace(/([?&])([^=&]*)(=?)[^&]*/g, (part, start: string, name: string, equals: string) =>
    part === start ? part : start + (equals === '' ? MASK : `${name}=${MASK}`),
  )
}

/** The beginning of a text. @param most bytes of it, UTF-8 */
export function cutBytes(text: string, most: Bytes): KeptBody {
  if (text.length * 3 <= most) return { text, cut: false }
  const bytes = Buffer.from(text.slice(0, most + 1))
  if (bytes.length <= most) return { text, cut: false }
  let end = most
  // Not in the middle of a character: bytes 10xxxxxx continue one (RFC 3629 3).
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return { text: bytes.toString('utf8', 0, end), cut: true }
}
