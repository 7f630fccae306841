import { readFileSync } from 'node:fs'

/** Name of the isolated world that preloads run in; page code cannot see into it. */
export const WORLD = 'electron-stand-in'
/** The worlds meet only by these events on the document, carrying text. */
const EVENTS = { toPage: 'electron-stand-in-page', toPreload: 'electron-stand-in-preload' }

/** Names of the functions in the preload's world by which it and main reach each other. */
export const INVOKE = 'electronStandInInvoke'
export const DELIVER = 'electronStandInDeliver'

/** Name of the function by which a page asks for a new window; taken away before page code runs. */
export const OPEN_WINDOW = 'electronStandInOpenWindow'

/** For `Page.addScriptToEvaluateOnNewDocument`, with or without a preload. */
export const windowOpenScript = {
  source: `if (window === top) (${String(redirectNewWindows)})(${JSON.stringify(OPEN_WINDOW)})`,
}

/** Scripts for `Page.addScriptToEvaluateOnNewDocument`: the page's side first, then the preload's. */
export function preloadScripts(file: string, additionalArguments: readonly string[]): object[] {
  const facts = {
    platform: process.platform,
    argv: ['electron', ...additionalArguments],
    contextIsolated: true,
    sandboxed: true,
    type: 'renderer',
  }
  const code = readFileSync(file, 'utf8')
  const loader = `(require, process) => { const module = { exports: {} }, exports = module.exports;\n${code}\n}`
  const [events, given] = [
    JSON.stringify(EVENTS),
    JSON.stringify({ facts, invoke: INVOKE, deliver: DELIVER }),
  ]
  return [
    { source: `if (window === top) (${String(receiveExposed)})(${events})` },
    {
      worldName: WORLD,
      source: `if (window === top) (${String(runPreload)})(${events}, ${given}, ${loader})`,
    },
  ]
}

/** A value between the worlds: a function or promise of the other side by its number, members, or plain. */
type Wire =
  | { readonly call: number }
  | { readonly later: number }
  | { readonly members: readonly (readonly [string, Wire])[] }
  | { readonly value?: unknown }

type ToPage =
  | { readonly name: string; readonly exposed: Wire }
  | { readonly returned: Wire }
  | { readonly thrown: string }
  | { readonly settled: number; readonly value?: Wire; readonly error?: string }
  | { readonly back: number; readonly values: readonly unknown[] }

interface ToPreload {
  readonly call: number
  readonly values: readonly Wire[]
}

interface Events {
  readonly toPage: string
  readonly toPreload: string
}

// The functions below run in the browser: they are handed over as text and use nothing from outside.

/** Every new window is asked for and none is opened, so that Chromium makes no tab that had to be closed. */
function redirectNewWindows(name: string): void {
  const ask = (window as unknown as Record<string, (address: string) => void>)[name]
  Reflect.deleteProperty(window, name)
  const request = (address: string) => ask?.(new URL(address, location.href).href)
  window.open = (address) => {
    request(String(address ?? 'about:blank'))
    return null
  }
  const onClick = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a[target=_blank]') : null
    if (!(link instanceof HTMLAnchorElement)) return
    event.preventDefault()
    request(link.href)
  }
  document.addEventListener('click', onClick, true)
}

/** The page's side: makes what the preload exposes, whose functions answer at once as they do there. */
function receiveExposed({ toPage, toPreload }: Events): void {
  const functions: ((...values: unknown[]) => void)[] = []
  const promises = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let answer: ToPage | null = null
  const lower = (value: unknown): Wire =>
    typeof value === 'function' ? { call: functions.push(value as () => void) - 1 } : { value }
  const raise = (wire: Wire): unknown => {
    if ('call' in wire) return Object.freeze((...values: unknown[]) => call(wire.call, values))
    if ('later' in wire)
      return new Promise((resolve, reject) => promises.set(wire.later, { resolve, reject }))
    if ('members' in wire)
      return Object.freeze(Object.fromEntries(wire.members.map(([name, member]) => [name, raise(member)])))
    return wire.value
  }
  const call = (id: number, values: unknown[]): unknown => {
    const message: ToPreload = { call: id, values: values.map(lower) }
    document.dispatchEvent(new CustomEvent(toPreload, { detail: JSON.stringify(message) }))
    if (answer && 'returned' in answer) return raise(answer.returned)
    throw new Error(answer && 'thrown' in answer ? answer.thrown : 'the preload did not answer')
  }
  document.addEventListener(toPage, (event) => {
    const message = JSON.parse((event as CustomEvent<string>).detail) as ToPage
    if ('exposed' in message) {
      Object.defineProperty(window, message.name, { value: raise(message.exposed), enumerable: true })
    } else if ('back' in message) functions[message.back]?.(...message.values)
    else if ('settled' in message) {
      const { settled, value = {}, error } = message
      const promise = promises.get(settled)
      promises.delete(settled)
      if (error === undefined) promise?.resolve(raise(value))
      else promise?.reject(new Error(error))
    } else answer = message
  })
}

/** The preload's side, and its modules. */
function runPreload(
  { toPage, toPreload }: Events,
  given: { readonly facts: object; readonly invoke: string; readonly deliver: string },
  load: (require: (name: string) => unknown, process: object) => void,
): void {
  type Listener = (event: object, ...values: unknown[]) => void
  type Message = { id: number; value?: unknown; error?: string } | { channel: string; values: unknown[] }
  const globals = globalThis as unknown as Record<string, unknown>
  const invoke = globals[given.invoke] as (text: string) => void
  Reflect.deleteProperty(globals, given.invoke)
  const functions: ((...values: unknown[]) => unknown)[] = []
  const listeners = new Map<string, Set<Listener>>()
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let last = 0
  const post = (message: ToPage) =>
    document.dispatchEvent(new CustomEvent(toPage, { detail: JSON.stringify(message) }))
  const later = (promise: Promise<unknown>): Wire => {
    const id = ++last
    promise.then(
      (value) => post({ settled: id, value: lower(value) }),
      (error: unknown) =>
        post({ settled: id, error: error instanceof Error ? error.message : String(error) }),
    )
    return { later: id }
  }
  const lower = (value: unknown): Wire => {
    if (typeof value === 'function') return { call: functions.push(value as () => unknown) - 1 }
    if (value instanceof Promise) return later(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value }
    return { members: Object.entries(value).map(([name, member]) => [name, lower(member)]) }
  }
  const raise = (wire: Wire): unknown => {
    if ('call' in wire) return (...values: unknown[]) => post({ back: wire.call, values })
    return 'value' in wire ? wire.value : undefined
  }
  document.addEventListener(toPreload, (event) => {
    const { call, values } = JSON.parse((event as CustomEvent<string>).detail) as ToPreload
    try {
      post({ returned: lower(functions[call]?.(...values.map(raise))) })
    } catch (error) {
      post({ thrown: error instanceof Error ? error.message : String(error) })
    }
  })
  globals[given.deliver] = (message: Message) => {
    if ('channel' in message) {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.values)
      return
    }
    const call = pending.get(message.id)
    pending.delete(message.id)
    if (message.error === undefined) call?.resolve(message.value)
    else call?.reject(new Error(message.error))
  }
  const contextBridge = {
    exposeInMainWorld: (name: string, value: unknown) => post({ name, exposed: lower(value) }),
  }
  const ipcRenderer = {
    invoke: (channel: string, ...values: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++last
        pending.set(id, { resolve, reject })
        invoke(JSON.stringify({ id, channel, values }))
      }),
    on: (channel: string, listener: Listener) => {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
    },
    off: (channel: string, listener: Listener) => void listeners.get(channel)?.delete(listener),
  }
  const require = (name: string) => {
    if (name === 'electron') return { contextBridge, ipcRenderer }
    throw new Error(`module not found: ${name}`)
  }
  load(require, given.facts)
}
