import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDestinations } from '../../archive/use-destinations.ts'
import { EmptyList } from '../../ui/EmptyList.tsx'

/** Without a destination nothing is recorded; with one, recordings come with the next broadcast. */
export function NothingRecorded() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data, isPending } = useDestinations()
  if (isPending) return null
  const off = data?.length === 0
  return (
    <EmptyList
      title={t(off ? 'recordings.off' : 'recordings.empty')}
      lead={t(off ? 'recordings.offHelp' : 'recordings.emptyHelp')}
    >
      <Button
        variant={off ? 'filled' : 'default'}
        onClick={() => void navigate({ to: '/archives/destinations' })}
      >
        {t(off ? 'recordings.toDestinations' : 'recordings.showDestinations')}
      </Button>
    </EmptyList>
  )
}

/** The filters match nothing. */
export function NoMatch({ clear }: { clear: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyList title={t('recordings.noMatch')} lead={t('recordings.noMatchHelp')}>
      <Button onClick={clear}>{t('recordings.clearFilters')}</Button>
    </EmptyList>
  )
}
