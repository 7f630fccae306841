import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyList } from './EmptyList.tsx'

const ASK_MS = 2000
/** What cannot be loaded in a page that has just begun would fail again in the next one. */
const BEGUN_MS = 10_000

/**
 * Instead of what could not be loaded, as while the engine is away. Browsers do not ask again for code that failed
 * once, so the page is loaded anew: as soon as the engine answers again, and never into an error page of the browser.
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
    let reloads = performance.now() > BEGUN_MS
    const ask = async () => {
      const isThere = await engineAnswers()
      if (isThere && reloads && mayLeave()) location.reload()
      reloads ||= !isThere
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

/** False where something would go with the page, as a broadcast or what is typed. */
const mayLeave = (): boolean => dispatchEvent(new Event('beforeunload', { cancelable: true }))
