import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accessKey, readAccess } from '../../../api/access.ts'
import { useSignedIn } from '../../../stores/session.ts'

/** Leads to who may send to a channel and who may watch it, also before anybody has. */
export function AccessLink({ channelId }: { channelId: string }) {
  const { t } = useTranslation()
  const { isMaster, permissions } = useSignedIn().user
  const { data } = useQuery({
    queryKey: accessKey(channelId),
    queryFn: () => readAccess(channelId),
    enabled: isMaster || permissions.delivery,
  })
  const link = (
    <Link to="/channels/$channelId" params={{ channelId }} search={{ view: 'access' }} replace>
      {t('access.open')}
    </Link>
  )
  if (data?.requireKey !== true || data.schedule !== null) return link
  return (
    <p className="meta">
      {t('access.needsKey')} {link}
    </p>
  )
}
