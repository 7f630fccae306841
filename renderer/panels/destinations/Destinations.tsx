/** Where broadcasts are kept. */
import { useTranslation } from 'react-i18next'
import { ArchiveHead } from '../../archive/ArchiveHead.tsx'
import { useTitle } from '../../ui/frame/use-title.ts'

export function Destinations() {
  const { t } = useTranslation()
  useTitle(t('destinations.title'))
  return <ArchiveHead />
}
