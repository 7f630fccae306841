import { useTranslation } from 'react-i18next'
import type { GlyphName } from '../../ui/Glyph.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import type { Tone } from '../../ui/tone.ts'
import type { TestProgress } from './use-test.ts'

type Verdict = 'none' | 'running' | 'staleState' | 'passed' | 'warning' | 'failed'

const GLYPH: Readonly<Record<Verdict, readonly [GlyphName, Tone]>> = {
  none: ['idle', 'idle'],
  running: ['half', 'info'],
  staleState: ['retry', 'warn'],
  passed: ['ok', 'ok'],
  warning: ['warn', 'warn'],
  failed: ['fail', 'fail'],
}

function verdictOf({ view, running, stale, lost }: TestProgress): Verdict {
  if (running) return 'running'
  if (view === null || lost) return 'none'
  return stale ? 'staleState' : (view.outcome ?? 'failed')
}

/** What is known of the values as they are now. */
export function TestState({ test }: { test: TestProgress }) {
  const { t } = useTranslation()
  const verdict = verdictOf(test)
  const [glyph, tone] = GLYPH[verdict]
  return <StateWord glyph={glyph} tone={tone} text={t(`destinations.test.${verdict}`)} />
}
