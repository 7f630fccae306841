import { Button } from '@mantine/core'
import { CatchBoundary } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../Glyph.tsx'
import { failureOf } from './failures.ts'
import css from './Stopped.module.css'

/** Holds what fails in one item of a list of tiles; the others go on. */
export function TileBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => ''} errorComponent={StoppedTile}>
      {children}
    </CatchBoundary>
  )
}

function StoppedTile({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  const { t } = useTranslation()
  const [{ report }] = useState(() => failureOf(error, 'tile'))
  return (
    <li className={css.tile}>
      <div role="alert">
        <Glyph name="fail" tone="fail" /> <strong>{t('stopped.tile')}</strong>
        <p className="meta">{t('stopped.reportedAs', { report })}</p>
      </div>
      <Button onClick={reset}>{t('stopped.reloadTile')}</Button>
    </li>
  )
}
