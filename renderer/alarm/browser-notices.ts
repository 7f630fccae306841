import { useNavigate } from '@tanstack/react-router'
import { desktop } from '../desktop/bridge.ts'
import { usePreferences } from '../stores/preferences.ts'
import { noticeKind, type Alarm } from './alarms.ts'
import { useAlarmText } from './use-alarm-text.ts'

/** What the browser lets this page do; `unsupported` away from loopback and https. */
export const notificationPermission = (): NotificationPermission | 'unsupported' =>
  'Notification' in globalThis ? Notification.permission : 'unsupported'

/** Shows notices of the browser, where they are allowed; the desktop shows its own. */
export function useBrowserNotices(): (alarm: Alarm) => void {
  const navigate = useNavigate()
  const textOf = useAlarmText()
  const switches = usePreferences((s) => s.notices)
  return (alarm) => {
    const kind = noticeKind(alarm)
    if (desktop || kind === null || !switches[kind] || document.hasFocus()) return
    if (notificationPermission() !== 'granted') return
    const { name, what } = textOf(alarm)
    const notice = new Notification(name === '' ? 'Airdesk' : name, { body: what, tag: alarm.key })
    notice.addEventListener('click', () => {
      window.focus()
      void navigate({ to: '/' })
    })
  }
}
