/** Addresses that were handed out: until when, who watches by them, and their end. */
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { AccessView, PlaylistAddress } from '../../../../service/contract/console/access.ts'
import type { ChannelView } from '../../../../service/contract/console/channel-view.ts'
import { revokeAddress } from '../../../api/access.ts'
import { zoneName } from '../../../i18n/format.ts'
import { useSignedIn } from '../../../stores/session.ts'
import { Card } from '../../../ui/Card.tsx'
import { askDanger } from '../../../ui/danger.tsx'
import { useMinute } from '../../../ui/Moment.tsx'
import { StateWord } from '../../../ui/StateWord.tsx'
import { UserText } from '../../../ui/UserText.tsx'
import css from './Access.module.css'

export function Addresses({ channel, view }: { channel: ChannelView; view: AccessView }) {
  const { t } = useTranslation()
  const { addresses } = view
  const valid = addresses.filter(({ ended }) => !ended)
  return (
    <Card title={t('access.handedOut')} aside={t('access.valid', { count: valid.length })} flush>
      {addresses.length === 0 && <p className={`${css.empty} third`}>{t('access.none')}</p>}
      {addresses.length > 0 && (
        <ul aria-label={t('access.handedOut')}>
          {[...valid, ...addresses.filter(({ ended }) => ended)].map((address) => (
            <Entry key={address.id} channelId={channel.channelId} address={address} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Entry({ channelId, address }: { channelId: string; address: PlaylistAddress }) {
  const { t } = useTranslation()
  const minute = useMinute()
  const { timeZone } = useSignedIn().system
  const { id, label, endsAt, ended, watching, turnedAway } = address
  const time = ended ? minute(endsAt) : `${minute(endsAt)} ${zoneName(endsAt, timeZone)}`
  const says = ended
    ? turnedAway === 0
      ? t('access.since', { time })
      : t('access.sinceRefused', { time, count: turnedAway })
    : watching === 0
      ? t('access.untilUnused', { time })
      : t('access.untilWatching', { time, count: watching })
  const ask = () =>
    askDanger({
      title: t('access.revokeTitle', { label }),
      lead: t('access.revokeLead'),
      action: t('access.revokeDo'),
      run: async () => {
        await revokeAddress(channelId, id)
        notifications.show({ message: t('access.revoked', { label }) })
      },
    })
  return (
    <li className={css.entry}>
      <span className={css.name} title={label}>
        <UserText>{label}</UserText>
      </span>
      <StateWord
        glyph={ended ? 'ended' : 'ok'}
        tone={ended ? 'idle' : 'ok'}
        text={t(ended ? 'access.endedWord' : 'access.validWord')}
      />
      <span className={css.second}>{says}</span>
      {ended ? (
        <span />
      ) : (
        <Button
          variant="subtle"
          className={css.revoke}
          aria-label={t('access.revokeOf', { label })}
          onClick={ask}
        >
          {t('access.revoke')}
        </Button>
      )}
    </li>
  )
}
