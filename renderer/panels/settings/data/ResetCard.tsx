/** Everything of a kind goes; what is not chosen stays. */
import { Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RESET_KINDS, type ResetKind } from '../../../../service/contract/console/state.ts'
import { errorText } from '../../../api/error-text.ts'
import { getReset, RESET_KEY, resetKinds } from '../../../api/state.ts'
import { Card } from '../../../ui/Card.tsx'
import { HoldButton } from '../../../ui/HoldButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TypedConfirmation } from '../../../ui/TypedConfirmation.tsx'
import { SettingsFailed } from '../SettingsFailed.tsx'
import { goesText } from './reset-text.ts'
import css from '../Settings.module.css'

export function ResetCard() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const query = useQuery({ queryKey: RESET_KEY, queryFn: getReset })
  const [kinds, setKinds] = useState<readonly ResetKind[]>([])
  const reset = useMutation({
    mutationFn: resetKinds,
    onSuccess: () => {
      setKinds([])
      return queries.invalidateQueries()
    },
  })
  const listOf = (
    chosen: readonly ResetKind[],
    counts: Readonly<Partial<Record<ResetKind, number | null>>>,
  ) =>
    RESET_KINDS.filter((kind) => chosen.includes(kind))
      .map((kind) => [t(`settings.data.reset.kind.${kind}`), counts[kind] ?? ''].join(' ').trim())
      .join(t('common.listSeparator'))
  const { data } = query
  const run = () => reset.mutate(kinds)
  const disabled = kinds.length === 0 || reset.isPending
  return (
    <Card title={t('settings.data.reset.title')} aside={t('settings.data.reset.aside')} flush>
      <SettingsFailed query={query} className={css.inner} />
      {data && (
        <fieldset className={css.kinds}>
          <legend className="hidden-text">{t('settings.data.reset.legend')}</legend>
          {RESET_KINDS.map((kind) => (
            <div className={css.row} key={kind}>
              <Checkbox
                classNames={{ description: css.kind ?? '' }}
                label={t(`settings.data.reset.kind.${kind}`)}
                description={t(`settings.data.reset.help.${kind}`)}
                checked={kinds.includes(kind)}
                onChange={({ currentTarget: { checked } }) =>
                  setKinds(checked ? [...kinds, kind] : kinds.filter((other) => other !== kind))
                }
              />
              <span className="num">{data.counts[kind]}</span>
            </div>
          ))}
        </fieldset>
      )}
      {data && data.onAir.length > 0 && (
        <div className={css.inner}>
          <Notice tone="warn" alert={false}>
            {t('settings.data.reset.onAir', { channels: data.onAir.join(t('common.listSeparator')) })}
          </Notice>
        </div>
      )}
      {data && (
        <div className={css.foot}>
          {reset.error !== null && (
            <Notice tone="fail">{t('danger.failed', { reason: errorText(t, reset.error) })}</Notice>
          )}
          <p role="status">
            {kinds.length > 0
              ? goesText(t, kinds, listOf(kinds, data.counts))
              : reset.data
                ? t('settings.data.reset.done', {
                    kinds: listOf(
                      RESET_KINDS.filter((kind) => reset.data.removed[kind] !== undefined),
                      reset.data.removed,
                    ),
                  })
                : t('settings.data.reset.nothing')}
          </p>
          <HoldButton
            label={t('settings.data.reset.hold')}
            hint={t('settings.data.reset.hint')}
            disabled={disabled}
            onHeld={run}
          />
          <TypedConfirmation
            word={t('settings.data.reset.word')}
            action={t('settings.data.reset.action')}
            disabled={disabled}
            onTyped={run}
          />
        </div>
      )}
    </Card>
  )
}
