/** All operations by API and tag. Arrow keys move, Enter opens, typing goes to the search. */
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterField } from '../../ui/FilterField.tsx'
import { isEnter } from '../../ui/enter.ts'
import { grouped, type Entry } from '../../explorer/catalog.ts'
import css from './OperationList.module.css'

interface Props {
  readonly found: readonly Entry[]
  readonly total: number
  /** What is searched for. */
  readonly text: string
  readonly current: string | undefined
}

export function OperationList({ found, total, text, current }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLElement>(null)
  const move = useListKeys(list, input)
  const setText = (q: string) =>
    void navigate({
      to: '/developer/api',
      search: { ...(current === undefined ? {} : { op: current }), ...(q === '' ? {} : { q }) },
      replace: true,
    })
  const openFirst = () => {
    const [first] = found
    if (first) void navigate({ to: '/developer/api', search: { op: first.id, q: text } })
  }
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className={css.pane} data-pane="operations" tabIndex={-1}>
      <div className={css.search}>
        <FilterField
          ref={input}
          label={t('api.searchLabel')}
          placeholder={t('api.search')}
          value={text}
          onChange={setText}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') move(event)
            else if (isEnter(event) && text !== '') openFirst()
          }}
        />
      </div>
      <nav ref={list} className={css.list} aria-label={t('api.operations')} onKeyDown={move}>
        {text === '' && <OverviewLink stop={current === undefined} />}
        {grouped(found).map(({ section, tags }) => (
          <section key={section} className={css.section}>
            <h2>{t(`api.section.${section}`)}</h2>
            {tags.map(({ tag, entries }) => (
              <div key={tag}>
                {tag !== '' && tags.length > 1 && <h3 lang="en">{tag}</h3>}
                <ul>
                  {entries.map((entry) => (
                    <Item
                      key={entry.id}
                      entry={entry}
                      text={text}
                      stop={isStop(entry, found, current, text)}
                    />
                  ))}
                </ul>
              </div>
            ))}
          </section>
        ))}
        {found.length === 0 && (
          <div className={css.none}>
            <p>{t('api.noMatch', { text })}</p>
            <Button size="xs" onClick={() => setText('')}>
              {t('api.clearSearch')}
            </Button>
          </div>
        )}
      </nav>
      <div className={css.foot} role="status">
        {found.length === total
          ? t('api.count', { count: total })
          : t('api.shown', { shown: found.length, total })}
      </div>
    </div>
  )
}

/** One entry is reached by Tab: the current one, else the first. */
function isStop(entry: Entry, found: readonly Entry[], current: string | undefined, text: string): boolean {
  if (found.some((one) => one.id === current)) return entry.id === current
  return (current !== undefined || text !== '') && entry === found[0]
}

function OverviewLink({ stop }: { stop: boolean }) {
  const { t } = useTranslation()
  return (
    <Link
      to="/developer/api"
      search={{}}
      activeOptions={{ exact: true }}
      className={css.item}
      tabIndex={stop ? 0 : -1}
    >
      {t('api.overview')}
    </Link>
  )
}

function Item({ entry, text, stop }: { entry: Entry; text: string; stop: boolean }) {
  return (
    <li>
      <Link
        to="/developer/api"
        search={text === '' ? { op: entry.id } : { op: entry.id, q: text }}
        activeOptions={{ exact: true }}
        className={css.item}
        tabIndex={stop ? 0 : -1}
        title={entry.operation.summary}
        lang="en"
      >
        {entry.section === 'option' && <span className={css.method}>{entry.method.toUpperCase()}</span>}
        <span className={css.name} data-deprecated={entry.operation.deprecated || undefined}>
          {entry.name}
        </span>
      </Link>
    </li>
  )
}

const STEPS: Readonly<Record<string, (current: number, count: number) => number>> = {
  ArrowDown: (current) => current + 1,
  ArrowUp: (current) => current - 1,
  Home: () => 0,
  End: (_current, count) => count - 1,
}

/** Arrow keys over the links of the list; letters go to the search. */
function useListKeys(
  list: React.RefObject<HTMLElement | null>,
  input: React.RefObject<HTMLInputElement | null>,
) {
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const current = links.findIndex((link) => link === event.target)
    const step = STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const next = step(current, links.length)
      if (next < 0) input.current?.focus()
      else links[Math.min(next, links.length - 1)]?.focus()
    } else if (current !== -1 && event.key.length === 1 && event.key !== ' ') {
      // The letter itself then arrives in the field.
      input.current?.focus()
    }
  }
}
