import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyList } from './EmptyList.tsx'

const ASK_MS = 2000
/** What fails for good, though the engine answers, has the page loaded anew no more often. */
const RELOADS_EVERY_MS = 60_000
/** Of the session: when the page was loaded anew last, Unix time in ms. */
const RELOADED_AT = 'airdesk.reloaded'

/**
 * Instead of what could not be loaded, as while the engine is away, or where the network of the computer changed in
 * that moment. Browsers do not ask again for code that failed once, so the page is loaded anew: as soon as the engine
 * answers, and never into an error page of the browser.
 */
export function NotLoaded() {
  const { t } = useTranslation()
  const answers = useReloadOnceAnswered()
  return (
    <EmptyList title={t('stopped.notLoaded')} lead={t('stopped.notLoadedLead')}>
      {answers && <Button onClick={() => location.reload()}>{t('stopped.reloadConsole')}</Button>}
    </EmptyList>
  )
}

/** @returns true while the engine answers */
function useReloadOnceAnswered(): boolean {
  const [answers, setAnswers] = useState(false)
  useEffect(() => {
    let wasAway = false
    const ask = async () => {
      const isThere = await engineAnswers()
      if (isThere && (wasAway || isDue()) && mayLeave()) reload()
      wasAway ||= !isThere
      setAnswers(isThere)
    }
    const timer = setInterval(() => void ask(), ASK_MS)
    return () => clearInterval(timer)
  }, [])
  return answers
}

const engineAnswers = (): Promise<boolean> =>
  fetch('icon.svg', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

const isDue = (): boolean => Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) > RELOADS_EVERY_MS

function reload(): void {
  sessionStorage.setItem(RELOADED_AT, String(Date.now()))
  location.reload()
}

/** False where something would go with the page, as a broadcast or what is typed. */
const mayLeave = (): boolean => dispatchEvent(new Event('beforeunload', { cancelable: true }))
