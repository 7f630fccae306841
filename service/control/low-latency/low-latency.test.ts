import { afterEach, beforeEach, expect, it } from 'vitest'
import { addChannel, addSystem, addWebrtcChannel, deleteChannel } from '../../../test/support/channel-rows.ts'
import type { SystemRows } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import type { RtmpChannel } from '../connection/dependencies.ts'
import { channelRepository } from '../store/channels.ts'
import type { Database } from '../store/database.ts'
import { lowLatencyRepository } from '../store/low-latency.ts'
import { LowLatency } from './low-latency.ts'

let db: Database
let system: SystemRows
let channel: RtmpChannel
let lowLatency: LowLatency

const opened = () => new LowLatency({ rows: lowLatencyRepository(db), channels: channelRepository(db) })

beforeEach(() => {
  db = openTestDatabase()
  system = addSystem(db)
  channel = addChannel(db, system)
  lowLatency = opened()
})
afterEach(() => db.close())

const view = () => lowLatency.view(system.systemId, channel.channelId)
const change = (mode: 'on' | 'off' | 'installation') =>
  lowLatency.change(system.systemId, channel.channelId, mode)

it('is off until somebody says something', () => {
  expect(lowLatency.ofInstallation()).toBe(false)
  expect(lowLatency.isOn(channel)).toBe(false)
  expect(view()).toEqual({ mode: 'installation', on: false, installation: false })
})

it('is what the channel says, else what is said for all, and is kept', () => {
  lowLatency.changeInstallation(true)
  expect(view()).toEqual({ mode: 'installation', on: true, installation: true })
  change('off')
  expect(view()).toEqual({ mode: 'off', on: false, installation: true })
  lowLatency.changeInstallation(false)
  change('on')
  expect(view()).toEqual({ mode: 'on', on: true, installation: false })
  lowLatency = opened()
  expect(lowLatency.isOn(channel)).toBe(true)
  expect(lowLatency.isOn(addChannel(db, system))).toBe(false)
  change('installation')
  expect(view()).toEqual({ mode: 'installation', on: false, installation: false })
})

it('is nothing for a channel without playlists', () => {
  const { channelId } = addWebrtcChannel(db, system)
  lowLatency.changeInstallation(true)
  expect(lowLatency.isOn({ channelId, kind: 'webrtc' })).toBe(false)
  expect(lowLatency.view(system.systemId, channelId)).toMatchObject({ on: false })
  expect(() => lowLatency.change(system.systemId, channelId, 'on')).toThrow('has no playlist')
})

it('knows no channels of other systems, and none that are deleted', () => {
  const other = addSystem(db)
  expect(() => lowLatency.view(other.systemId, channel.channelId)).toThrow()
  expect(() => lowLatency.change(other.systemId, channel.channelId, 'on')).toThrow()
  expect(view().on).toBe(false)
  deleteChannel(db, channel.channelId)
  expect(view).toThrow()
})
