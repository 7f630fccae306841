import { describe, expect, it } from 'vitest'
import { publishAddress } from './publish-address.ts'

describe('publishAddress', () => {
  it.each([
    // What ffmpeg and OBS make of rtmp://host/CHAN.
    ['CHAN', '', 'CHAN', ''],
    // OBS with server rtmp://host/ and CHAN as key.
    ['', 'CHAN', 'CHAN', ''],
    ['/', 'CHAN', 'CHAN', ''],
    // The rule is the first segment, so what stands before the id is taken for it.
    ['live', 'CHAN', 'live', ''],
    ['live', 'CHAN?token=1', 'live', 'token=1'],
    ['CHAN', 'extra', 'CHAN', ''],
    ['CHAN/', '', 'CHAN', ''],
    ['CHAN//a', '/b', 'CHAN', ''],
    ['CHAN?token=1', '', 'CHAN', 'token=1'],
    ['CHAN?from=app', '?from=name', 'CHAN', 'from=name'],
    ['CHAN?a=b?c', '', 'CHAN', 'a=b?c'],
    ['', 'CHAN?token=1', 'CHAN', 'token=1'],
    ['?token=1', 'CHAN', 'CHAN', 'token=1'],
    ['', '', '', ''],
    ['//', '/?x', '', 'x'],
  ])('app %j and name %j', (app, name, channelId, query) => {
    expect(publishAddress(app, name)).toEqual({ channelId, query })
  })
})
