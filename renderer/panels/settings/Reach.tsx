import { Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SystemList } from '../../../service/contract/console/installation.ts'
import { OUTGOING_REACHES } from '../../../service/contract/outgoing.ts'
import type { OutgoingReach } from '../../../service/contract/outgoing.ts'
import { errorText } from '../../api/error-text.ts'
import { setReach, SYSTEMS_KEY } from '../../api/system.ts'

/** How far webhooks and archives of a system go; the first one's masters own the installation. */
export function Reach({
  system,
  isFirst,
}: {
  readonly system: SystemList['systems'][number]
  readonly isFirst: boolean
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (reach: OutgoingReach) => setReach(system.id, reach),
    onSettled: () => queries.invalidateQueries({ queryKey: SYSTEMS_KEY }),
  })
  if (isFirst) return t('settings.systems.reach.computer')
  return (
    <Select
      size="xs"
      w={220}
      aria-label={t('settings.systems.reachOf', { name: system.name })}
      value={change.isPending ? change.variables : system.reach}
      error={change.error && errorText(t, change.error)}
      disabled={change.isPending}
      onChange={(wanted) => wanted !== null && change.mutate(wanted)}
      data={OUTGOING_REACHES.map((reach) => ({ value: reach, label: t(`settings.systems.reach.${reach}`) }))}
      allowDeselect={false}
    />
  )
}
