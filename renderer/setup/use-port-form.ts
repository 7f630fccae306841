/** The ports that are being chosen, each checked while it is typed. */
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { portNumberSchema, type PortFinding, type SetupPort } from '../../service/contract/console/setup.ts'
import { breaks } from '../../service/contract/refusal/carried.ts'
import { checkPort, type PortView } from '../api/setup.ts'

/** How long typing must rest before a port is tried, ms. */
const REST_MS = 200

/** What is known of the number in a field. */
export type PortState =
  | { readonly kind: 'checking' }
  | { readonly kind: 'good'; readonly ours: boolean }
  | { readonly kind: 'held'; readonly finding: PortFinding }
  /** The API's rule that the text breaks. */
  | { readonly kind: 'wrong'; readonly rule: string }
  | { readonly kind: 'twice'; readonly other: SetupPort }
  /** It could not be asked; that stands in nobody's way. */
  | { readonly kind: 'unknown' }

export interface PortField {
  readonly view: PortView
  readonly text: string
  readonly state: PortState
  readonly set: (text: string) => void
  readonly check: () => void
}

export interface PortForm {
  readonly fields: readonly PortField[]
  /** Null while one of them can't be used. */
  readonly ports: Readonly<Partial<Record<SetupPort, number>>> | null
  readonly isChanged: boolean
}

/** The number in a field; null where it is none. */
function portOf(text: string): number | null {
  const port = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  return portNumberSchema.safeParse(port).success ? port : null
}

export function usePortForm(views: readonly PortView[]): PortForm {
  const [texts, setTexts] = useState<Readonly<Partial<Record<SetupPort, string>>>>({})
  const textOf = ({ name, wanted }: PortView) => texts[name] ?? (wanted === null ? '' : String(wanted))
  const [settled] = useDebouncedValue(texts, REST_MS)
  const findings = useQueries({
    queries: views.map((view) => {
      const port = portOf(textOf(view))
      const isSettled = settled[view.name] === texts[view.name]
      const isWanted = port === view.wanted
      return {
        queryKey: ['setup', 'port', view.name, port],
        queryFn: () => checkPort(view.name, port ?? 0),
        enabled: port !== null && isSettled,
        staleTime: 5000,
        ...(isWanted ? { initialData: view satisfies PortFinding } : {}),
      }
    }),
  })
  const fields = views.map((view, i): PortField => {
    const text = textOf(view)
    const query = findings[i]
    return {
      view,
      text,
      state: stateOf(view, portOf(text), {
        views,
        textOf,
        finding: query?.data,
        failed: query?.isError === true,
      }),
      set: (next) => setTexts((before) => ({ ...before, [view.name]: next })),
      check: () => void query?.refetch(),
    }
  })
  const good = fields.every(({ state }) => state.kind === 'good' || state.kind === 'unknown')
  const entries = fields
    .filter(({ view }) => !view.fixed)
    .flatMap(({ view, text }) => {
      const port = portOf(text)
      return port === null ? [] : [[view.name, port] as const]
    })
  return {
    fields,
    ports: good ? Object.fromEntries(entries) : null,
    isChanged: fields.some(({ view, text }) => portOf(text) !== view.wanted),
  }
}

interface Around {
  readonly views: readonly PortView[]
  readonly textOf: (view: PortView) => string
  readonly finding: PortFinding | undefined
  readonly failed: boolean
}

function stateOf(view: PortView, port: number | null, around: Around): PortState {
  const { views, textOf, finding, failed } = around
  // One that gets any free port says nothing until it listens.
  if (port === null && view.wanted === null && textOf(view) === '') return { kind: 'unknown' }
  if (port === null) return { kind: 'wrong', rule: breaks('integer', { min: 1, max: 65_535 }) }
  const other = views.find(({ name }, i) => name !== view.name && portOf(textOf(views[i] ?? view)) === port)
  if (other) return { kind: 'twice', other: other.name }
  if (failed) return { kind: 'unknown' }
  if (finding === undefined) return { kind: 'checking' }
  if (finding.state === 'free' || finding.state === 'ours') {
    return { kind: 'good', ours: finding.state === 'ours' }
  }
  return { kind: 'held', finding }
}
