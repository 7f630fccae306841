import { useTranslation } from 'react-i18next'
import { clockText } from '../schedule/texts.ts'
import { timeOfDay } from '../i18n/format.ts'
import { titleText } from '../trouble/incident-text.ts'
import { useTroubleText } from '../trouble/use-trouble-text.ts'
import { useSignedIn } from '../stores/session.ts'
import { useChannelName } from '../channel/use-channel-name.ts'
import type { Alarm } from './alarms.ts'

/** What it is about, empty where that is said with the rest; and what happens. */
export interface AlarmText {
  readonly name: string
  readonly what: string
}

export function useAlarmText(): (alarm: Alarm) => AlarmText {
  const { t } = useTranslation()
  const { timeZone } = useSignedIn().system
  const troubleText = useTroubleText()
  const channelName = useChannelName()
  return (alarm) => {
    switch (alarm.kind) {
      case 'contact':
        return { name: '', what: t('alarm.contact') }
      case 'soon':
        return {
          name: alarm.schedule.name,
          what: t('alarm.soon', { time: clockText(alarm.schedule.startsAt, timeZone) }),
        }
      case 'incident': {
        const { incident } = alarm
        const name = channelName({ name: incident.name, channelId: incident.channelId ?? '' })
        const time = (at: number) => timeOfDay(at, timeZone)
        return { name: '', what: titleText({ t, name, time }, incident) }
      }
      case 'trouble':
        return troubleText(alarm.entry)
    }
  }
}
