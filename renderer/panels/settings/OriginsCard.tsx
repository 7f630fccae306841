/** Web pages that may call both APIs. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { setOriginsRequest } from '../../../service/contract/console/installation.ts'
import { getOrigins, ORIGINS_KEY, setOrigins } from '../../api/system.ts'
import { brokenBy } from '../../form/use-saved-form.ts'
import { Card } from '../../ui/Card.tsx'
import { Entry, NewEntry } from './Entries.tsx'
import { NotSaved } from './NotSaved.tsx'
import { SettingsFailed } from './SettingsFailed.tsx'
import css from './Settings.module.css'

export function OriginsCard() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const query = useQuery({ queryKey: ORIGINS_KEY, queryFn: getOrigins })
  const renew = () => queries.invalidateQueries({ queryKey: ORIGINS_KEY })
  const remove = useMutation({ mutationFn: setOrigins, onSuccess: renew })
  const { data = [] } = query
  return (
    <Card title={t('settings.origins.title')} aside={t('settings.origins.aside')} flush>
      <SettingsFailed query={query} className={css.inner} />
      {query.data?.length === 0 && <p className={css.none}>{t('settings.origins.none')}</p>}
      <ul>
        {data.map((origin) => (
          <Entry
            key={origin}
            text={origin}
            label={t('settings.origins.remove', { origin })}
            remove={() => remove.mutate(data.filter((other) => other !== origin))}
          />
        ))}
      </ul>
      <NewEntry
        label={t('settings.origins.origin')}
        placeholder="https://app.example"
        add={t('settings.origins.add')}
        check={(text) => brokenBy(setOriginsRequest, { origins: [text.trim()] })['origins.0']}
        send={(text) => setOrigins([...data, text.trim()])}
        added={renew}
      />
      <NotSaved error={remove.error} />
    </Card>
  )
}
