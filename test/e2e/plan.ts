import type { Page } from '@playwright/test'
import { small } from './fixture.ts'

interface Plan {
  readonly name: string
  /** Seconds from now. */
  readonly from: number
  readonly to: number
  /** Of one that is changed. */
  readonly id?: string
}

/** Makes or changes a schedule by the option API. @returns its id */
export const plan = (page: Page, wanted: Plan): Promise<string> =>
  page.evaluate(
    async ([{ name, from, to, id }, hls]) => {
      const session = (await (await fetch('/console/api/session')).json()) as { system: { timeZone: string } }
      const { timeZone } = session.system
      const at = (seconds: number) =>
        new Date(Date.now() + seconds * 1000).toLocaleString('sv', { timeZone }).replaceAll('-', '/')
      const service_params = hls.map((rendition) => ({ ...rendition, durationSeconds: 1 }))
      const times = { name, start_datetime: at(from), end_datetime: at(to) }
      const body = id === undefined ? { ...times, service_params } : { ...times, schedule_id: id }
      const answer = await fetch('/console/api/option/schedule', {
        ...{ method: id === undefined ? 'POST' : 'PATCH', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(await answer.text())
      return id ?? ((await answer.json()) as { schedule_id: string }).schedule_id
    },
    [wanted, small.hls] as const,
  )
