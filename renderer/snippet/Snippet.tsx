import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SNIPPET_LANGUAGES, usePreferences, type SnippetLanguage } from '../stores/preferences.ts'
import { CodeBlock } from '../ui/CodeBlock.tsx'
import type { HttpCall } from './http-call.ts'
import { snippetOf } from './languages.ts'
import css from './Snippet.module.css'

const NAMES: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'curl',
  javascript: 'fetch',
  python: 'Python',
  go: 'Go',
}

/** A call to copy, in the language that was chosen last. */
export function Snippet({ title, call }: { title: string; call: HttpCall }) {
  const { t } = useTranslation()
  const language = usePreferences((s) => s.snippetLanguage)
  const setLanguage = usePreferences((s) => s.setSnippetLanguage)
  return (
    <div className={css.snippet}>
      <SegmentedControl<SnippetLanguage>
        size="xs"
        className={css.languages ?? ''}
        aria-label={t('snippet.language')}
        value={language}
        onChange={setLanguage}
        data={SNIPPET_LANGUAGES.map((value) => ({ value, label: NAMES[value] }))}
      />
      <CodeBlock title={`${title}, ${NAMES[language]}`} code={snippetOf(call, language)} />
      {call.token === 'fromEnvironment' && <p className="meta">{t('snippet.token')}</p>}
    </div>
  )
}
