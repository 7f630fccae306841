import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../api/events/clock.ts'
import { hasVersion, useUpdates, versionWords, type VersionState } from '../desktop/updates.ts'
import { announce } from '../ui/Announcer.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { barItem } from './bar-fit.ts'
import css from './StatusBar.module.css'

/** A new version of the application, as long as there is one; leads to what can be done with it. */
export function NewVersion() {
  const state = useUpdates()?.state
  return state !== undefined && hasVersion(state) ? <Shown state={state} /> : null
}

function Shown({ state }: { state: VersionState }) {
  const { t } = useTranslation()
  const { key, values } = versionWords(state, useNow())
  useAnnouncement(key, t(`updates.${key}`, values))
  return (
    <li {...barItem('version')}>
      <Link to="/settings" search={{ section: 'about' }} className={css.item}>
        {key === 'restarting' ? <Glyph name="warn" tone="warn" /> : <Glyph name="info" tone="idle" />}
        <span className="num">{t(`updates.bar.${key}`, values)}</span>
      </Link>
    </li>
  )
}

/** Screen readers hear each step once, not each second or percent of it. */
function useAnnouncement(step: string, text: string): void {
  const said = useRef('')
  useEffect(() => {
    if (said.current === step) return
    said.current = step
    announce(text)
  }, [step, text])
}
