/** A log as a room shows it: filtered by the room's address, one row open, its pages. */
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Address } from '../ui/address.ts'
import type { LogSource } from './log-source.ts'
import { useLogPages } from './use-log-pages.ts'

/** Pixels before the end at which older rows are asked for. */
const NEAR_END = 600
/** Milliseconds that the operator may type on before the filter is used. */
const TYPING = 200

interface Options<Row, Search, Filter> {
  readonly source: LogSource<Row, Filter>
  /** What the address has. */
  readonly search: Search
  /** Reads an address; what is unknown or empty is left out. */
  readonly readSearch: (address: Address) => Search
  /** What the engine is asked for. */
  readonly filterOf: (search: Search) => Filter
  /** The member of the address that names the row whose details are shown. */
  readonly opens: keyof Search & string
  /** @param replace false where going back leads to what is shown now */
  readonly go: (search: Search, replace: boolean) => void
}

export type LogView<Row> = ReturnType<typeof useLog<Row, object, object>>

export function useLog<Row, Search extends object, Filter extends object>(
  options: Options<Row, Search, Filter>,
) {
  const { source, search, readSearch, filterOf, opens, go } = options
  const openId = textOf(search, opens)
  const scroller = useRef<HTMLDivElement>(null)
  const [openedByKey, setOpenedByKey] = useState(false)
  const [filterText] = useDebouncedValue(JSON.stringify(filterOf(search)), TYPING)
  const filter = useMemo(() => JSON.parse(filterText) as Filter, [filterText])
  const { setAtTop, isPlaceholderData, ...pages } = useLogPages(source, filter, openId !== undefined)
  useEffect(() => {
    scroller.current?.scrollTo(0, 0)
  }, [filter])

  /** Changes members of the address; an empty text takes one out. */
  const change = (members: Readonly<Record<string, string>>, replace = true) =>
    go(readSearch({ ...search, ...members }), replace)
  const close = () => {
    change({ [opens]: '' })
    scroller.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus()
  }
  return {
    ...pages,
    filter,
    /** True while rows may be missing because of a filter. */
    isFiltered: isPlaceholderData || Object.keys(filter).length > 0,
    text: textOf(search, 'q') ?? '',
    change,
    clear: () => go(readSearch({}), true),
    /** The row whose details are shown. */
    opened: openId === undefined ? undefined : { id: openId, close, takeFocus: openedByKey },
    open: (id: string, byKey: boolean) => {
      setOpenedByKey(byKey)
      change({ [opens]: id }, openId !== undefined)
    },
    scroller,
    onScroll: (element: HTMLElement) => {
      setAtTop(element.scrollTop < 8)
      if (element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END) pages.loadOlder()
    },
    showFresh: () => {
      scroller.current?.scrollTo(0, 0)
      pages.showFresh()
    },
  }
}

function textOf(search: object, name: string): string | undefined {
  const value = (search as Address)[name]
  return typeof value === 'string' ? value : undefined
}
