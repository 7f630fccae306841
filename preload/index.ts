import { contextBridge, ipcRenderer } from 'electron'
import { COMMAND_CHANNEL } from '../service/contract/desktop-bridge.ts'
import type { BridgeCall, DesktopBridge, DesktopCommand } from '../service/contract/desktop-bridge.ts'

const VERSION_SWITCH = '--airdesk-version='

/** The console can call these by name only, and never sees `ipcRenderer`. Main checks what is sent. */
const call = (name: BridgeCall, value: unknown): Promise<void> => ipcRenderer.invoke(name, value)

const bridge: DesktopBridge = {
  host: 'electron',
  version:
    process.argv.find((argument) => argument.startsWith(VERSION_SWITCH))?.slice(VERSION_SWITCH.length) ?? '',
  platform: process.platform,
  setLanguage: (language) => call('set-language', language),
  setNotices: (switches) => call('set-notices', switches),
  onCommand: (listener) => {
    const receive = (_event: unknown, command: DesktopCommand) => listener(command)
    ipcRenderer.on(COMMAND_CHANNEL, receive)
    return () => void ipcRenderer.off(COMMAND_CHANNEL, receive)
  },
}

// contextBridge freezes what it exposes.
contextBridge.exposeInMainWorld('airdesk', bridge)
