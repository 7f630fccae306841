// The module `electron` of the main process, as far as the application and its tests use it.
export { app } from './app.ts'
export { BrowserWindow } from './browser-window.ts'
export {
  desktopCapturer,
  dialog,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
  Tray,
} from './desk.ts'
export { ipcMain } from './ipc-main.ts'
export { Menu } from './menu.ts'
export { autoUpdater, net } from './net.ts'
export { safeStorage } from './safe-storage.ts'
export { session } from './session.ts'
export { utilityProcess } from './utility-process.ts'
