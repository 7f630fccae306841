import type { TestSystem } from '../../../contract/console/emulator/systems.ts'
import { ADDRESS_NAMES } from '../../../contract/record/record.ts'
import type { AddressName, RecordHead } from '../../../contract/record/record.ts'
import { maskedText, maskForeign } from '../../request-log/masking.ts'

/** Addresses and credentials that are known before anything is recorded; credentials may be unknown. */
export interface KnownBefore extends Readonly<Record<AddressName, string>> {
  readonly email: string | null
  readonly password: string | null
  readonly access_code: string | null
  readonly access_token: string | null
}

type SystemCredentials = Pick<TestSystem, 'email' | 'password' | 'accessCode' | 'accessToken'>

/** What a body is in the file. */
export interface KeptBody {
  json?: unknown
  text?: string
  withheld?: true
}

/** Names secrets and addresses, the same ones the same everywhere in a file. */
export class Masks {
  readonly #secrets = new Map<string, string>()
  readonly #addresses: readonly (readonly [string, string])[]
  readonly known: RecordHead['known']

  constructor(before: KnownBefore) {
    this.#addresses = ADDRESS_NAMES.map((name) => [before[name], `{${name}}`] as const).sort(
      ([a], [b]) => b.length - a.length,
    )
    const { email, password, access_code, access_token } = before
    this.known = this.knownOf({
      ...{ email: email ?? '', password: password ?? '' },
      ...{ accessCode: access_code ?? '', accessToken: access_token ?? '' },
    })
  }

  /** What gets into a system, as it stands in the file. */
  knownOf({ email, password, accessCode, accessToken }: SystemCredentials): RecordHead['known'] {
    const access_token = this.secret(accessToken, 'service')
    const [masked, access_code] = [this.secret(password, 'service'), this.secret(accessCode, 'service')]
    return { email, password: masked, access_code, access_token }
  }

  /** @param from who said it first: what a caller chose is told with its length, as rules look at that */
  secret(value: string, from: 'service' | 'caller'): string {
    const known = this.#secrets.get(value)
    if (known !== undefined) return known
    const number = this.#secrets.size + 1
    const mask = from === 'service' ? `***${number}` : `***${number}/${Array.from(value).length}`
    this.#secrets.set(value, mask)
    return mask
  }

  text(text: string): string {
    return this.#addresses.reduce((kept, [address, name]) => kept.replaceAll(address, name), text)
  }

  /** The value of an Authorization header. */
  authorization(value: string): string {
    const [, scheme = '', token = ''] = /^(\S+) +(.*)$/.exec(value) ?? []
    return token === '' ? this.secret(value, 'caller') : `${scheme} ${this.secret(token, 'caller')}`
  }

  url(url: string): string {
    return this.text(maskForeign(url))
  }

  body(content: string, from: 'service' | 'caller'): KeptBody {
    if (content === '') return {}
    const masked = maskedText(content, (value) => this.secret(value, from))
    if (masked === null) return { withheld: true }
    const text = this.text(masked)
    try {
      const json: unknown = JSON.parse(text)
      if (JSON.stringify(json) === text) return { json }
    } catch {
      // It stands as it came.
    }
    return { text }
  }
}
