import { contextBridge, ipcRenderer } from 'electron'
import { COMMAND_CHANNEL, UPDATES_CHANNEL } from '../service/contract/desktop-bridge.ts'
import type { BridgeCall, DesktopBridge } from '../service/contract/desktop-bridge.ts'

const VERSION_SWITCH = '--airdesk-version='

/** The console can call these by name only, and never sees `ipcRenderer`. Main checks what is sent. */
const call = (name: BridgeCall, value: unknown): Promise<void> => ipcRenderer.invoke(name, value)

/** @returns stops listening */
function listen<T>(channel: string, listener: (message: T) => void): () => void {
  const receive = (_event: unknown, message: T) => listener(message)
  ipcRenderer.on(channel, receive)
  return () => void ipcRenderer.off(channel, receive)
}

const bridge: DesktopBridge = {
  host: 'electron',
  version:
    process.argv.find((argument) => argument.startsWith(VERSION_SWITCH))?.slice(VERSION_SWITCH.length) ?? '',
  platform: process.platform,
  setLanguage: (language) => call('set-language', language),
  setNotices: (switches) => call('set-notices', switches),
  update: (action) => call('update', action),
  setAutomaticUpdates: (on) => call('set-automatic-updates', on),
  showFile: (address) => call('show-file', address),
  onUpdates: (listener) => listen(UPDATES_CHANNEL, listener),
  onCommand: (listener) => listen(COMMAND_CHANNEL, listener),
}

// contextBridge freezes what it exposes.
contextBridge.exposeInMainWorld('airdesk', bridge)
