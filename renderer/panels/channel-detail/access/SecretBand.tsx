/** The ingest key, and whether it is asked for. */
import { useTranslation } from 'react-i18next'
import type { AccessView } from '../../../../service/contract/console/access.ts'
import type { ChannelView } from '../../../../service/contract/console/channel-view.ts'
import { changeAccess } from '../../../api/access.ts'
import { encoderName } from '../../../channel/encoder-name.ts'
import { useMinute } from '../../../ui/Moment.tsx'
import { Band, SwitchRow } from './Band.tsx'
import { FlipSwitch } from './FlipSwitch.tsx'
import { KeyRow } from './KeyRow.tsx'
import { AllSchedules } from './AllSchedules.tsx'

interface Props {
  readonly channel: ChannelView
  readonly view: AccessView
}

export function SecretBand({ channel, view }: Props) {
  const { t } = useTranslation()
  const title = t(channel.rtmp ? 'access.refuse' : 'access.refuseClients')
  const says = view.keyInClear
    ? 'access.noTls'
    : view.schedule
      ? 'access.secretOfSchedule'
      : 'access.secretHelp'
  return (
    <>
      <Band of="secret" title={t('access.secret')} says={t(says)} isOpen={view.keyInClear} />
      {view.schedule === null && <KeyRow channel={channel} view={view} />}
      <SwitchRow label={t('access.requireKey')} title={title} help={<WhoIsRefused view={view} />}>
        <FlipSwitch
          label={title}
          on={view.requireKey}
          isLocked={view.schedule !== null}
          flip={(requireKey) => changeAccess(channel.channelId, { requireKey })}
        />
      </SwitchRow>
      {view.schedule !== null && <AllSchedules channelId={channel.channelId} on={view.schedule.byAddress} />}
    </>
  )
}

/** Who came without a key, which is said before it is required; of a schedule's channel, by what it is open. */
function WhoIsRefused({ view: { schedule, recent } }: { view: AccessView }) {
  const { t } = useTranslation()
  const minute = useMinute()
  if (schedule !== null) {
    const state = schedule.byAddress
      ? t('access.byAddress')
      : schedule.openUntil === null
        ? t('access.shut')
        : t('access.openUntil', { time: minute(schedule.openUntil) })
    return `${t('access.ofSchedule')} ${state}`
  }
  const { total, withoutKey, names } = recent
  if (total === 0) return t('access.nobodyYet')
  if (withoutKey === 0) return t('access.allKeyed', { total })
  const who = names.map(({ name, remoteAddress }) =>
    [encoderName(t, name) || t('access.encoder'), remoteAddress].join(' '),
  )
  return t('access.withoutKey', { count: withoutKey, total, names: who.join(t('common.listSeparator')) })
}
