/** A schedule whose time has come. */
import type { Page } from '@playwright/test'
import { small } from './fixture.ts'

const renditions = (archive: string | undefined) =>
  small.hls.map((rendition) => ({
    ...{ ...rendition, durationSeconds: 1 },
    ...(archive === undefined ? {} : { archive: { archive_destination_id: archive } }),
  }))

/**
 * A schedule of half an hour that began some seconds ago, with segments of 1 s.
 * @param archive the destination that it is recorded to
 */
export const beginSchedule = (page: Page, name: string, seconds: number, archive?: string) =>
  page.evaluate(
    async ([name, seconds, service_params]) => {
      const call = async (path: string, init?: RequestInit): Promise<unknown> => {
        const answer = await fetch(`/console/api/${path}`, init)
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
        return answer.json()
      }
      const { system } = (await call('session')) as { system: { timeZone: string } }
      const at = (ms: number) =>
        new Date(Date.now() + ms).toLocaleString('sv', { timeZone: system.timeZone }).replaceAll('-', '/')
      const body = { name, start_datetime: at(-seconds * 1000), end_datetime: at(1_800_000), service_params }
      const headers = { 'content-type': 'application/json' }
      const { schedule_id } = (await call('option/schedule', {
        ...{ method: 'POST', headers, body: JSON.stringify(body) },
      })) as { schedule_id: string }
      const { schedules } = (await call('schedules')) as {
        schedules: { scheduleId: string; channelId: string }[]
      }
      const channelId = schedules.find(({ scheduleId }) => scheduleId === schedule_id)?.channelId ?? ''
      return { scheduleId: schedule_id, channelId }
    },
    [name, seconds, renditions(archive)] as const,
  )
