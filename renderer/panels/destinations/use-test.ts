import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { TestView } from '../../../service/contract/console/destinations.ts'
import { readTest } from '../../api/destinations.ts'
import { ApiError } from '../../api/http.ts'
import { announce } from '../../ui/Announcer.tsx'

/** How often a running test is asked for its steps, milliseconds. */
const POLL_MS = 300

/** How far a test has come. */
export interface TestProgress {
  /** Null before the first one. */
  readonly view: TestView | null
  readonly running: boolean
  /** True where the values were changed after the test. */
  readonly stale: boolean
  /** True where it began and cannot be asked for any more. */
  readonly lost: boolean
}

/** @typeParam Asked what is tried */
export interface ConnectionTest<Asked> extends TestProgress {
  /** Why it did not start. */
  readonly refusal: unknown
  start(asked: Asked): void
}

interface Options<Asked> {
  readonly begin: (asked: Asked) => Promise<TestView>
  /** What would be tried now. */
  readonly request: Asked
  readonly onRefused?: (error: unknown) => void
  readonly onDone?: (view: TestView) => void
}

/** Tries a destination, and follows how it goes. */
export function useTest<Asked>(options: Options<Asked>): ConnectionTest<Asked> {
  const { request, onRefused, onDone } = options
  const { t } = useTranslation()
  const begin = useMutation({
    mutationFn: options.begin,
    // The values hold secrets: they are forgotten with the form.
    gcTime: 0,
    onError: (error) => onRefused?.(error),
  })
  const id = begin.data?.id
  const poll = useQuery({
    queryKey: ['destination-test', id],
    queryFn: () => readTest(id ?? ''),
    enabled: id !== undefined && begin.data?.done === false,
    // A service that is away for a moment may still have it.
    refetchInterval: ({ state }) => (state.data?.done === true || isLost(state.error) ? false : POLL_MS),
    gcTime: 0,
  })
  const view = poll.data ?? begin.data ?? null
  const lost = isLost(poll.error)
  const done = view?.done === true ? view : null
  const told = useRef<string | null>(null)
  useEffect(() => {
    if (done === null || done.id === told.current) return
    told.current = done.id
    announce(t('destinations.test.doneSay', { result: t(`destinations.test.${done.outcome ?? 'failed'}`) }))
    onDone?.(done)
  }, [done, onDone, t])
  return {
    view,
    running: begin.isPending || (view !== null && !view.done && !lost),
    stale: begin.variables !== undefined && !sameRequest(begin.variables, request),
    refusal: begin.error,
    lost,
    start: begin.mutate,
  }
}

const isLost = (error: unknown) => error instanceof ApiError && error.status === 404

const sameRequest = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
