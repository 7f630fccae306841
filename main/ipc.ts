/** The one door from pages into main: every message passes the same two questions, who and what. */
import { ipcMain } from 'electron'
import { BRIDGE_CALLS, type BridgeCall } from '../service/contract/desktop-bridge.ts'
import { isTrustedSender } from './bridge-rules.ts'

/** What may be called; each takes one value as it came, and refuses it by a throw. */
export type CallHandlers = Readonly<Record<BridgeCall, (value: unknown) => void>>

/** @param consoleUrl asked at each call, for it changes with the service's port */
export function answerCalls(handlers: CallHandlers, consoleUrl: () => string | null): void {
  for (const name of BRIDGE_CALLS) handle(name, handlers[name], consoleUrl)
}

function handle(name: BridgeCall, run: (value: unknown) => void, consoleUrl: () => string | null): void {
  ipcMain.handle(name, (event, ...values: unknown[]) => {
    if (!isTrustedSender(event.senderFrame, consoleUrl())) throw new Error('The sender is not the console.')
    if (values.length !== 1) throw new Error(`${name} takes one value.`)
    run(values[0])
  })
}

/** A handler that takes only what `guard` lets through. */
export function guarded<T>(
  name: BridgeCall,
  guard: (value: unknown) => value is T,
  run: (value: T) => void,
): (value: unknown) => void {
  return (value) => {
    if (!guard(value)) throw new Error(`${name}: the value has another form.`)
    run(value)
  }
}
