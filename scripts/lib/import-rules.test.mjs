import { describe, expect, test } from 'vitest'
import { cyclesOf, faultOf, foldersOf } from './import-rules.mjs'

describe('folders', () => {
  test.each([
    ['service/media/hls/origin.ts', '../../platform/clock.ts'],
    ['service/media/hls/origin.ts', './playlist.ts'],
    ['service/control/api/live/server.ts', '../../channel/channel.ts'],
    ['service/service.ts', './control/store/database.ts'],
    ['service/entry/run.ts', '../service.ts'],
    ['main/window.ts', '../service/contract/host-protocol.ts'],
    ['service/media/hls/origin.test.ts', '../../control/store/database.ts'],
    ['test/e2e/console.spec.ts', '../../service/service.ts'],
    ['renderer/router.tsx', './panels/chat/search.ts'],
    ['renderer/panels/chat/Chat.tsx', './search.ts'],
    ['renderer/panels/users/many/AddMany.tsx', '../use-users.ts'],
    ['renderer/panels/chat/Chat.tsx', '../../chat/ChatPane.tsx'],
  ])('%s may import %s', (file, specifier) => {
    expect(faultOf({ file, specifier })).toBeUndefined()
  })

  test.each([
    ['service/contract/ids.ts', '../protocol/amf0/decode.ts'],
    ['service/protocol/amf0/decode.ts', '../../platform/clock.ts'],
    ['service/media/hls/origin.ts', '../../control/channel/channel.ts'],
    ['service/control/channel/channel.ts', '../../media/hls/origin.ts'],
    ['service/control/api/live/server.ts', '../../store/database.ts'],
    ['service/entry/run.ts', '../../main/window.ts'],
    ['main/window.ts', '../service/platform/clock.ts'],
    ['renderer/app.tsx', '../service/platform/clock.ts'],
    ['preload/index.ts', '../main/window.ts'],
    ['renderer/alarm/alarms.ts', '../panels/chat/search.ts'],
    ['renderer/panels/studio/Studio.tsx', '../chat/search.ts'],
    ['renderer/panels/users/many/AddMany.tsx', '../../chat/search.ts'],
    ['service/service.ts', '../test/support/wait-for.ts'],
  ])('%s may not import %s', (file, specifier) => {
    expect(faultOf({ file, specifier })).toContain('may')
  })
})

describe('packages', () => {
  test.each([
    ['main/window.ts', 'electron'],
    ['service/media/transcode/worker.ts', 'node-av/constants'],
    ['service/control/store/database.ts', 'better-sqlite3'],
    ['service/platform/ids.ts', 'node:crypto'],
    ['renderer/app.tsx', 'react'],
  ])('%s may import %s', (file, specifier) => {
    expect(faultOf({ file, specifier })).toBeUndefined()
  })

  test.each([
    ['service/main.ts', 'electron'],
    ['service/media/ingest/worker.ts', 'node-av'],
    ['service/media/ingest/worker.ts', 'node-av/constants'],
    ['service/control/api/live/server.ts', 'better-sqlite3'],
    ['service/protocol/rtmp/chunk-reader.ts', 'node:fs'],
    ['renderer/app.tsx', 'path'],
  ])('%s may not import %s', (file, specifier) => {
    expect(faultOf({ file, specifier })).toContain('may')
  })
})

describe('circles', () => {
  const graph = (edges) => new Map(Object.entries(edges))

  test('none in a tree, nor in a diamond', () => {
    expect(cyclesOf(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([])
  })

  test('each is found once', () => {
    expect(cyclesOf(graph({ a: ['b'], b: ['c'], c: ['b', 'a'], d: ['d'] }))).toEqual([
      ['b', 'c'],
      ['a', 'b', 'c'],
      ['d'],
    ])
  })

  test('files that are not there are no circle', () => {
    expect(cyclesOf(graph({ a: ['gone'] }))).toEqual([])
  })
})

describe('folders of a tree', () => {
  const files = (edges) => new Map(Object.entries(edges))

  test('import each other as any of their files do, however deep', () => {
    const graph = files({
      'renderer/ui/Card.tsx': ['renderer/ui/tone.ts', 'renderer/api/http.ts', 'service/contract/ids.ts'],
      'renderer/api/http.ts': [],
      'renderer/api/events/store.ts': ['renderer/ui/tone.ts'],
    })
    const folders = foldersOf(graph, 'renderer')
    expect(Object.fromEntries(folders)).toEqual({
      'renderer/ui': ['renderer/api'],
      'renderer/api': ['renderer/ui'],
    })
    expect(cyclesOf(folders)).toHaveLength(1)
  })

  test('files beside them, tests and other trees do not count', () => {
    const graph = files({
      'renderer/ui/Card.tsx': ['renderer/rooms.ts'],
      'renderer/rooms.ts': ['renderer/ui/Card.tsx', 'renderer/api/http.ts'],
      'renderer/ui/Card.test.tsx': ['renderer/api/http.ts'],
      'service/kit/tools.ts': ['service/entry/run.ts'],
    })
    expect(Object.fromEntries(foldersOf(graph, 'renderer'))).toEqual({ 'renderer/ui': [] })
  })
})
