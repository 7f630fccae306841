import { useId, type ReactNode } from 'react'
import css from './Choice.module.css'

/** A filter with a fixed choice, all of it in view. */
export function Choice<Value extends string>(props: {
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
