import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { API_NAMES, STATUS_CLASSES } from '../../../service/contract/console/words.ts'
import { listAccessTokens, TOKENS_KEY } from '../../api/access-tokens.ts'
import { listUsers, USERS_KEY } from '../../api/users.ts'
import { Facet, PickFacet } from '../../log/facets.tsx'
import { TimeFacet } from '../../log/TimeFacet.tsx'
import { runnable } from '../../explorer/catalog.ts'
import { useDocuments } from '../../explorer/use-documents.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { drawStatus } from './draw-request.ts'
import type { Search } from './search.ts'
import css from '../../log/Choice.module.css'

interface Props {
  readonly search: Search
  readonly change: (members: Readonly<Record<string, string>>) => void
}

/** Filters with a fixed choice: which API, how it answered, what was called, by whom, when. */
export function Facets({ search, change }: Props) {
  const { t } = useTranslation()
  return (
    <div className={css.facets}>
      <Facet
        title={t('requests.column.api')}
        value={search.api}
        choose={(api) => change({ api })}
        values={API_NAMES}
        label={(api) => t(`requests.api.${api}`)}
      />
      <Facet
        title={t('requests.column.status')}
        value={search.status}
        choose={(status) => change({ status })}
        values={STATUS_CLASSES}
        label={(status) => {
          const { glyph, tone } = drawStatus(Number(status[0]) * 100)
          return (
            <>
              <Glyph name={glyph} tone={tone} />
              {t(`requests.class.${status}`)}
            </>
          )
        }}
      />
      <PickFacet
        label={t('requests.column.operation')}
        value={search.operation}
        choose={(operation) => change({ operation })}
        names={useOperationNames(search.operation)}
      />
      <PickFacet
        label={t('requests.column.caller')}
        value={search.caller}
        choose={(caller) => change({ caller })}
        names={useCallerNames(search.caller)}
      />
      <TimeFacet times={search} change={change} />
    </div>
  )
}

/** All that can be called, with what is chosen: an older version may have had it. */
function useOperationNames(chosen: string | undefined): ReadonlyMap<string, string> {
  const entries = useDocuments().data?.entries
  return useMemo(() => {
    const calls = (entries ?? []).filter(({ section }) => section !== 'webhooks').map(runnable)
    return named(
      calls.map(({ operation }) => operation),
      chosen,
    )
  }, [entries, chosen])
}

/** Users and tokens, with who is chosen: who is gone has calls as well. */
function useCallerNames(chosen: string | undefined): ReadonlyMap<string, string> {
  const { data: users } = useQuery({ queryKey: USERS_KEY, queryFn: listUsers })
  const { data: tokens } = useQuery({ queryKey: TOKENS_KEY, queryFn: listAccessTokens })
  return useMemo(
    () =>
      named([...(users ?? []).map(({ email }) => email), ...(tokens ?? []).map(({ name }) => name)], chosen),
    [users, tokens, chosen],
  )
}

const named = (names: readonly string[], chosen: string | undefined): ReadonlyMap<string, string> =>
  new Map([...names, ...(chosen === undefined ? [] : [chosen])].map((name) => [name, name]))
