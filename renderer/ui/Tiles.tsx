import css from './Tiles.module.css'

export interface Tile<Value extends string | number> {
  readonly value: Value
  readonly title: string
  readonly help: string
}

interface Props<Value extends string | number> {
  readonly legend: string
  /** The legend is read out only: something visible says the same. */
  readonly legendHidden?: boolean
  /** Of the group of radio buttons. */
  readonly name: string
  readonly tiles: readonly Tile<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** One of a few, as radio buttons that look like cards. */
export function Tiles<Value extends string | number>(props: Props<Value>) {
  const { legend, legendHidden = false, name, tiles, value, onChange } = props
  return (
    <fieldset className={css.set}>
      <legend className={legendHidden ? 'hidden-text' : css.legend}>{legend}</legend>
      {tiles.map((tile) => (
        <label key={tile.value} className={css.tile}>
          <input
            type="radio"
            name={name}
            value={tile.value}
            checked={tile.value === value}
            onChange={() => onChange(tile.value)}
          />
          <span className={css.name}>{tile.title}</span>
          <span className="meta">{tile.help}</span>
        </label>
      ))}
    </fieldset>
  )
}
