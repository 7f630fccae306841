/** What of a text is made anew at each run: masked secrets, addresses of the service, ids, tokens and times. */
const ANEW = [
  String.raw`\*\*\*\d+(?:\/\d+)?`,
  String.raw`\{[a-z_]+_url\}`,
  String.raw`(?<![\w-])[0-9A-HJKMNP-TV-Z]{26}(?![\w-])`,
  String.raw`\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?Z?`,
  String.raw`\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}`,
]

const MASKED = /^\*\*\*\d+(?:\/(\d+))?$/
const MADE_UP = 'abcdefghjkmnpqrstuvwxyz23456789'

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/**
 * What stands for what of the recording now. What a caller says before the service does is the caller's own, and is
 * the same again; what the service says first may be another one, but the same one everywhere.
 */
export class Names {
  readonly #now = new Map<string, string>()
  readonly #said = new Set<string>()
  #pattern = new RegExp(ANEW.join('|'), 'g')

  /** @param recorded any text */
  bind(recorded: string, now: string): void {
    if (recorded === '') return
    this.#now.set(recorded, now)
    // Those that were given by name first: an address that has an id in it is one.
    const given = [...this.#now.keys()].filter(
      (name) => !ANEW.some((one) => new RegExp(`^${one}$`).test(name)),
    )
    const longest = given.sort((a, b) => b.length - a.length).map(escaped)
    this.#pattern = new RegExp([...longest, ...ANEW].join('|'), 'g')
  }

  /** As it is sent now. */
  reveal(text: string): string {
    return text.replaceAll(this.#pattern, (name) => {
      const now = this.#now.get(name)
      if (now !== undefined) return now
      const [, length] = MASKED.exec(name) ?? []
      if (length === undefined) {
        this.#said.add(name)
        return name
      }
      const madeUp = secretOf(this.#now.size, Number(length))
      this.#now.set(name, madeUp)
      return madeUp
    })
  }

  /** Numbers of users and messages are ids too. */
  revealNumber(number: number): number {
    return Number(this.#now.get(keyOf(number)) ?? number)
  }

  /** True where `now` says what was recorded; learns what stands for what. */
  matches(recorded: string, now: string): boolean {
    const unknown: string[] = []
    let pattern = ''
    let end = 0
    for (const { 0: name, index } of recorded.matchAll(this.#pattern)) {
      pattern += escaped(recorded.slice(end, index))
      end = index + name.length
      const known = this.#now.get(name) ?? (this.#said.has(name) ? name : undefined)
      if (known !== undefined) pattern += escaped(known)
      else if (unknown.includes(name)) pattern += `\\${unknown.indexOf(name) + 1}`
      else {
        unknown.push(name)
        pattern += formOf(name)
      }
    }
    const found = new RegExp(`^${pattern}${escaped(recorded.slice(end))}$`, 's').exec(now)
    if (!found) return false
    for (const [index, name] of unknown.entries()) {
      // A time is another one each time it is told.
      if (!isTime(name)) this.bind(name, found[index + 1] ?? '')
    }
    return true
  }

  matchesNumber(recorded: number, now: number): boolean {
    const known = this.#now.get(keyOf(recorded))
    if (known !== undefined) return known === String(now)
    this.#now.set(keyOf(recorded), String(now))
    return true
  }
}

const keyOf = (number: number) => `#${number}`
const isTime = (name: string) => /^\d{4}[-/]\d{2}/.test(name)

/** A time is one of the same form; other services may have ids and tokens of another one. */
function formOf(name: string): string {
  return isTime(name) ? `(${escaped(name).replaceAll(/\d+/g, String.raw`\d+`)})` : '(.+?)'
}

/** A secret that nobody has, as long as the recorded one: rules look at that. */
function secretOf(count: number, length: number): string {
  let text = ''
  for (let left = count + 1; text.length < length; left = Math.floor(left / MADE_UP.length)) {
    text += MADE_UP.charAt(left % MADE_UP.length)
  }
  return text
}
