/** Ids (service/contract/ids.ts) and login tokens: 32 bytes as base64url. */
const MADE_ANEW = /(?<![\w-])(?:(?<id>[0-9A-HJKMNP-TV-Z]{26})|(?<token>[\w-]{43}))(?![\w-])/g
/** The same few characters, at least 50 times. */
const LONG_RUN = /([^‹›×]{1,24}?)\1{49,}/gu
const WRITTEN_RUN = /‹([^‹›×]+)×(\d+)›/gu

/**
 * Names what the service makes anew on each run: `‹id 1›` is the first id that appears, everywhere. What
 * repeats itself is written short.
 */
export class Placeholders {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  /** Replaces in what the service gave; what is new there gets a name. */
  hide(text: string): string {
    return shortened(
      text.replaceAll(MADE_ANEW, (value: string, ...rest: unknown[]) => {
        const { id } = rest.at(-1) as { readonly id?: string }
        return this.#names.get(value) ?? this.#add(value, id === undefined ? 'token' : 'id')
      }),
    )
  }

  /** Replaces in what is sent: only what the service has given before. */
  hideKnown(text: string): string {
    return shortened(text.replaceAll(MADE_ANEW, (value: string) => this.#names.get(value) ?? value))
  }

  /** The text as it is sent in this run. */
  reveal(text: string): string {
    const values = new Map([...this.#names].map(([value, name]) => [name, value]))
    return text
      .replaceAll(WRITTEN_RUN, (_, unit: string, times: string) => unit.repeat(Number(times)))
      .replaceAll(/‹\w+ \d+›/g, (name) => values.get(name) ?? name)
  }

  #add(value: string, kind: 'id' | 'token'): string {
    const count = (this.#counts.get(kind) ?? 0) + 1
    const name = `‹${kind} ${count}›`
    this.#counts.set(kind, count)
    this.#names.set(value, name)
    return name
  }
}

const shortened = (text: string) =>
  text.replaceAll(LONG_RUN, (run: string, unit: string) => `‹${unit}×${run.length / unit.length}›`)
