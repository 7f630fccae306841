import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planShow } from './schedule.mjs'

const { AIRDESK_OPTION_BASE_URL, AIRDESK_EMAIL, AIRDESK_PASSWORD, AIRDESK_ACCESS_CODE } = process.env
const service = {
  baseUrl: AIRDESK_OPTION_BASE_URL,
  email: AIRDESK_EMAIL,
  password: AIRDESK_PASSWORD,
  accessCode: AIRDESK_ACCESS_CODE,
}

test('a show is planned', async () => {
  const answer = await planShow('Evening show', service)
  assert.match(answer.schedule_id, /./)
})

test('a second one at the same time is refused', async () => {
  await assert.rejects(planShow('Another show', service))
})
