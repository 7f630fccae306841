import { readFileSync } from 'node:fs'

/** Name of the isolated world that preloads run in; page code cannot see into it. */
const WORLD = 'electron-stand-in'
/** The worlds meet only by this event on the document, carrying text. */
const EXPOSE = 'electron-stand-in-expose'

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
  const [event, given] = [JSON.stringify(EXPOSE), JSON.stringify(facts)]
  return [
    { source: `if (window === top) (${String(receiveExposed)})(${event})` },
    {
      worldName: WORLD,
      source: `if (window === top) (${String(runPreload)})(${event}, ${given}, ${loader})`,
    },
  ]
}

// The two functions below run in the browser: they are handed over as text and use nothing from outside.

function receiveExposed(event: string): void {
  const freeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze)
    return value
  }
  document.addEventListener(event, (message) => {
    const { name, value } = JSON.parse((message as CustomEvent<string>).detail) as {
      name: string
      value: unknown
    }
    Object.defineProperty(window, name, { value: freeze(value), enumerable: true })
  })
}

function runPreload(
  event: string,
  facts: object,
  load: (require: (name: string) => unknown, process: object) => void,
): void {
  const contextBridge = {
    exposeInMainWorld: (name: string, value: unknown) => {
      const detail = JSON.stringify({ name, value }, (key, member: unknown) => {
        if (typeof member === 'function')
          throw new Error(`${key}: the stand-in's bridge carries no functions`)
        return member
      })
      document.dispatchEvent(new CustomEvent(event, { detail }))
    },
  }
  const require = (name: string) => {
    if (name === 'electron') return { contextBridge }
    throw new Error(`module not found: ${name}`)
  }
  load(require, facts)
}
