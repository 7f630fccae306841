import type { ReactNode } from 'react'
import { Glyph, type GlyphName } from './Glyph.tsx'
import css from './Notice.module.css'

/** A message box: what happened, what to do. `role` alert for what follows an action of the operator. */
export function Notice(props: {
  tone: 'fail' | 'warn' | 'info'
  /** Where the tone's own says too little. */
  glyph?: GlyphName
  children: ReactNode
  actions?: ReactNode
  alert?: boolean
}) {
  const toneGlyph = props.tone === 'fail' ? 'fail' : props.tone === 'warn' ? 'warn' : 'info'
  return (
    <div className={css.notice} data-tone={props.tone} role={props.alert === false ? 'status' : 'alert'}>
      <Glyph name={props.glyph ?? toneGlyph} tone={props.tone} />
      <div className={css.body}>
        <div className={css.text}>{props.children}</div>
        {props.actions !== undefined && <div className={css.actions}>{props.actions}</div>}
      </div>
    </div>
  )
}
