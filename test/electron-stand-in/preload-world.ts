import { readFileSync } from 'node:fs'

/** Name of the isolated world that preloads run in; page code cannot see into it. */
const WORLD = 'electron-stand-in'
/** The worlds meet only by this event on the document, carrying text. */
const EXPOSE = 'electron-stand-in-expose'

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
  const [event, given] = [JSON.stringify(EXPOSE), JSON.stringify(facts)]
  return [
    { source: `if (window === top) (${String(receiveExposed)})(${event})` },
    {
      worldName: WORLD,
      source: `if (window === top) (${String(runPreload)})(${event}, ${given}, ${loader})`,
    },
  ]
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
