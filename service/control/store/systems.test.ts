import { beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { optionDomain } from '../../../test/support/option-domain.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { SystemRepository } from '../system/repository.ts'
import type { System } from '../system/system.ts'

let systems: SystemRepository
let first: System
let second: System

beforeEach(() => {
  const domain = optionDomain(new ManualClock())
  systems = domain.identity.store.systems
  first = domain.addSystem()
  second = domain.addSystem()
})

it('finds what was made', () => {
  expect(systems.list()).toEqual([first, second])
  expect(systems.first()).toEqual(first)
  expect(systems.find(second.id)).toEqual(second)
  expect(systems.find('unknown' as SystemId)).toBeNull()
  const third = { ...first, id: 'third' as SystemId, passwordMinLength: 9, createdAt: 0 }
  systems.insert(third)
  expect(systems.list()).toEqual([third, first, second])
})

it('changes one thing of one system', () => {
  systems.rename(second.id, 'n')
  systems.setTimeZone(second.id, 'Asia/Tokyo')
  systems.setPasswordMinLength(second.id, 12)
  systems.setAccessCodeHash(second.id, 'h', 7)
  systems.setWebhookSecret(second.id, 's')
  const changed = {
    ...second,
    name: 'n',
    timeZone: 'Asia/Tokyo',
    passwordMinLength: 12,
    accessCodeHash: 'h',
    webhookSecret: 's',
  }
  expect(systems.list()).toEqual([first, changed])
  expect([first, second].map(({ id }) => systems.accessCodeChangedAt(id))).toEqual([null, 7])
  systems.setPasswordMinLength(second.id, null)
  expect(systems.find(second.id)).toEqual({ ...changed, passwordMinLength: null })
})

it('knows whether any system replaced the rule for passwords', () => {
  expect(systems.anyPasswordMinLength()).toBe(false)
  systems.setPasswordMinLength(second.id, 1)
  expect(systems.anyPasswordMinLength()).toBe(true)
  systems.setPasswordMinLength(second.id, null)
  expect(systems.anyPasswordMinLength()).toBe(false)
})
