import { usePreferences } from '../stores/preferences.ts'
import { desktop } from './bridge.ts'

/**
 * Has the desktop's menus, tray and dialogs speak the console's language, and its notices follow their
 * switches, from now on. A bridge that refuses leaves them as they are; the console itself goes on.
 */
export function followPreferences(): void {
  if (!desktop) return
  const bridge = desktop
  const tellLanguage = () =>
    void bridge.setLanguage(usePreferences.getState().language).catch(() => undefined)
  const tellNotices = () => void bridge.setNotices(usePreferences.getState().notices).catch(() => undefined)
  tellLanguage()
  tellNotices()
  usePreferences.subscribe((now, before) => {
    if (now.language !== before.language) tellLanguage()
    if (now.notices !== before.notices) tellNotices()
  })
}
