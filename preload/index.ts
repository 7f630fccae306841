import { contextBridge } from 'electron'
import type { DesktopBridge } from '../service/contract/desktop-bridge.ts'

const VERSION_SWITCH = '--airdesk-version='

const bridge: DesktopBridge = {
  host: 'electron',
  version:
    process.argv.find((argument) => argument.startsWith(VERSION_SWITCH))?.slice(VERSION_SWITCH.length) ?? '',
  platform: process.platform,
}

// contextBridge freezes what it exposes.
contextBridge.exposeInMainWorld('airdesk', bridge)
