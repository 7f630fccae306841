/** The kinds of filters beside a log. */
import { Select } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shortId } from '../i18n/format.ts'
import css from './Choice.module.css'

interface FacetProps<Value extends string> {
  readonly title: string
  readonly value: Value | undefined
  /** @param value empty for all */
  readonly choose: (value: Value | '') => void
  readonly values: readonly Value[]
  readonly label: (value: Value) => ReactNode
}

/** Few values, all in view. */
export function Facet<Value extends string>({ title, value, choose, values, label }: FacetProps<Value>) {
  const { t } = useTranslation()
  return (
    <Choice<Value | ''>
      title={title}
      value={value ?? ''}
      choose={choose}
      options={[
        { value: '', label: t('log.all') },
        ...values.map((one) => ({ value: one, label: label(one) })),
      ]}
    />
  )
}

interface PickProps {
  readonly label: string
  readonly value: string | undefined
  /** @param id empty for all */
  readonly choose: (id: string) => void
  readonly names: ReadonlyMap<string, string>
}

/** One of many by its name. What is no longer there is called by its short id. */
export function PickFacet({ label, value, choose, names }: PickProps) {
  const { t } = useTranslation()
  const all = value === undefined || names.has(value) ? names : new Map([...names, [value, shortId(value)]])
  return (
    <Select
      label={label}
      placeholder={t('log.all')}
      value={value ?? null}
      onChange={(id) => choose(id ?? '')}
      data={[...all].map(([id, name]) => ({ value: id, label: name }))}
      comboboxProps={{ withinPortal: false, width: 260, position: 'bottom-start', shadow: 'none' }}
      clearButtonProps={{ 'aria-label': `${label}: ${t('log.all')}` }}
      nothingFoundMessage={t('frame.paletteEmpty')}
      limit={200}
      searchable
      clearable
    />
  )
}

/** A filter with a fixed choice, all of it in view. */
function Choice<Value extends string>(props: {
  readonly title: string
  readonly value: Value
  readonly choose: (value: Value) => void
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[]
}) {
  const name = useId()
  return (
    <fieldset className={css.group}>
      <legend>{props.title}</legend>
      {props.options.map(({ value, label }) => (
        <label key={value} className={css.option}>
          <input
            type="radio"
            name={name}
            checked={props.value === value}
            onChange={() => props.choose(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
