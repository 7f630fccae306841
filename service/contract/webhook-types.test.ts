import { expect, it } from 'vitest'
import { sfuEvent } from './sfu-webhooks.ts'
import { archiveEvent, rtmpEvent } from './webhook-bodies.ts'
import { WEBHOOK_TYPES } from './webhook-types.ts'

it('are those of all events, and of questions of authentication', () => {
  const events = [rtmpEvent, sfuEvent, archiveEvent].flatMap(({ options }) =>
    options.map(({ shape }) => shape.type.value),
  )
  expect([...WEBHOOK_TYPES].toSorted()).toEqual([...new Set(['auth', ...events])].toSorted())
})
