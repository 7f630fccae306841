/** The recorded requests and answers as they stand in the files. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ask, HttpAnswer, RawAsk } from './exchange.ts'
import type { Api, StageOptions } from './stage.ts'

export type Recorded =
  /** From here on a service of its own answers. */
  | { readonly scene: string; readonly stage?: StageOptions }
  /** Something happens to the service beside its API. */
  | { readonly act: string; readonly with?: object }
  | { readonly ask: Ask | RawAsk; readonly answer: HttpAnswer }

/** A scene, and what is recorded of it. */
export interface Scene {
  readonly name: string
  readonly stage: StageOptions
  readonly steps: readonly Exclude<Recorded, { scene: string }>[]
}

/** Headers that most answers have; an answer tells the others, and with null what it has not. */
interface FileHead {
  readonly headers: Readonly<Record<string, string>>
}
type Differences = Readonly<Record<string, string | null>>

const fileOf = (api: Api) => join(import.meta.dirname, `${api}.jsonl`)

export function writeCorpus(api: Api, recorded: readonly Recorded[]): void {
  const first = recorded.find((one) => 'answer' in one)
  const head: FileHead = { headers: first?.answer.headers ?? {} }
  const lines = recorded.map((one) => ('answer' in one ? shortForm(one, head) : one))
  writeFileSync(fileOf(api), [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''))
}

/** The scenes of an API, in their order. */
export function readCorpus(api: Api): Scene[] {
  const [head, ...lines] = readFileSync(fileOf(api), 'utf8').trimEnd().split('\n')
  const { headers } = JSON.parse(head ?? '') as FileHead
  const scenes: { name: string; stage: StageOptions; steps: Scene['steps'][number][] }[] = []
  for (const line of lines) {
    const one = JSON.parse(line) as Recorded
    if ('scene' in one) scenes.push({ name: one.scene, stage: one.stage ?? {}, steps: [] })
    else scenes.at(-1)?.steps.push('answer' in one ? longForm(one, { headers }) : one)
  }
  return scenes
}

type Exchange = Extract<Recorded, { ask: unknown }>

function shortForm({ ask, answer }: Exchange, { headers: usual }: FileHead): object {
  const { status, headers, body } = answer
  const missing = Object.keys(usual).filter((name) => !(name in headers))
  const other = Object.entries(headers).filter(([name, value]) => usual[name] !== value)
  const differences = Object.fromEntries([...missing.map((name) => [name, null]), ...other]) as Differences
  return {
    ask: withJson(ask),
    answer: withJson({
      status,
      ...(Object.keys(differences).length === 0 ? {} : { headers: differences }),
      body,
    }),
  }
}

function longForm({ ask, answer }: Exchange, { headers: usual }: FileHead): Exchange {
  const { status, headers, body } = withText(answer) as Omit<HttpAnswer, 'headers'> & {
    readonly headers?: Differences
  }
  const all: Differences = { ...usual, ...headers }
  const there = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null)
  const sorted = Object.fromEntries(there.sort(([a], [b]) => (a < b ? -1 : 1)))
  return { ask: withText(ask) as Ask | RawAsk, answer: { status, headers: sorted, body } }
}

/** JSON that is written as `JSON.stringify` writes it stands in the file as it is; any other body as text. */
function withJson(message: object): object {
  const { body, ...others } = message as { readonly body?: string }
  if (body === undefined) return message
  const json = parsed(body)
  return JSON.stringify(json) === body ? { ...others, json } : message
}

function withText(message: object): object {
  if (!('json' in message)) return message
  const { json, ...others } = message
  return { ...others, body: JSON.stringify(json) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
