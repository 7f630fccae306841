import { usePreferences } from '../stores/preferences.ts'
import { desktop } from './bridge.ts'

/** Has the desktop's menus, tray and dialogs speak the console's language, from now on. */
export function followLanguage(): void {
  if (!desktop) return
  const bridge = desktop
  // A bridge that refuses leaves the menus as they are; the console itself goes on.
  const tell = () => void bridge.setLanguage(usePreferences.getState().language).catch(() => undefined)
  tell()
  usePreferences.subscribe((now, before) => {
    if (now.language !== before.language) tell()
  })
}
