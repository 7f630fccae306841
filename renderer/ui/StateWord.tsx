/** A state: glyph and word, never one of them alone. */
import { Glyph, type GlyphName } from './Glyph.tsx'
import type { Mark } from './told.ts'
import type { Tone } from './tone.ts'
import css from './StateWord.module.css'

interface Props {
  readonly glyph: GlyphName
  readonly tone: Tone
  readonly text: string
  /** What is drawn where there is little room; the text is then on hover, and what screen readers say. */
  readonly short?: string
  /** The same as data. */
  readonly mark?: Mark | undefined
}

export function StateWord({ glyph, tone, text, short, mark }: Props) {
  const fine = tone === 'ok' || tone === 'idle'
  return (
    <span className={css.state} data-fine={fine || undefined} {...mark}>
      <Glyph name={glyph} tone={tone} />
      <span className={css.word} title={text}>
        {short === undefined ? text : <span aria-hidden="true">{short}</span>}
      </span>
      {short !== undefined && <span className="hidden-text">{text}</span>}
    </span>
  )
}
