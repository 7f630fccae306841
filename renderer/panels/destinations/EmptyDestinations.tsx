import { IconCloud, IconDeviceDesktop, IconFolder } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FirstStep, FirstSteps } from '../../ui/FirstSteps.tsx'
import type { Store } from './stores.ts'
import { useLocalStorage } from '../../archive/use-local-storage.ts'

/** What a destination is and the ways to one, the shortest first. */
export function EmptyDestinations() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const local = useLocalStorage()
  const open = (store: Store) => void navigate({ to: '/archives/destinations/new', search: { store } })
  return (
    <FirstSteps title={t('destinations.empty.title')} lead={t('destinations.empty.lead')}>
      <FirstStep
        icon={<IconDeviceDesktop size={18} stroke={1.6} />}
        title={t('destinations.empty.local')}
        help={t('destinations.empty.localHelp')}
        busy={local.isPending}
        onClick={() => local.mutate()}
      />
      <FirstStep
        icon={<IconCloud size={18} stroke={1.6} />}
        title={t('destinations.empty.bucket')}
        help={t('destinations.empty.bucketHelp')}
        onClick={() => open('s3')}
      />
      <FirstStep
        icon={<IconFolder size={18} stroke={1.6} />}
        title={t('destinations.empty.folder')}
        help={t('destinations.empty.folderHelp')}
        onClick={() => open('file')}
      />
    </FirstSteps>
  )
}
