/** Whether viewers need an address that expires, and a new one for somebody. */
import { useTranslation } from 'react-i18next'
import type { AccessView } from '../../../../service/contract/console/access.ts'
import type { ChannelView } from '../../../../service/contract/console/channel-view.ts'
import { changeAccess } from '../../../api/access.ts'
import { Band, SwitchRow } from './Band.tsx'
import { FlipSwitch } from './FlipSwitch.tsx'
import { HandOut } from './HandOut.tsx'

export function ViewersBand({ channel, view }: { channel: ChannelView; view: AccessView }) {
  const { t } = useTranslation()
  const { addressesExpire, watching, watchingByAddress, schedule } = view
  const title = t('access.expireTitle')
  return (
    <>
      <Band
        of="viewers"
        title={t('access.viewers')}
        says={t('access.watching', { count: watching, byAddress: watchingByAddress })}
      />
      <SwitchRow
        label={t('access.expire')}
        title={title}
        help={t(addressesExpire ? 'access.expireOn' : 'access.expireOff')}
      >
        <FlipSwitch
          label={title}
          on={addressesExpire}
          isLocked={schedule?.byAddress === true}
          flip={(wanted) => changeAccess(channel.channelId, { addressesExpire: wanted })}
        />
      </SwitchRow>
      <HandOut channelId={channel.channelId} />
    </>
  )
}
