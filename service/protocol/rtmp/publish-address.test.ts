import { describe, expect, it } from 'vitest'
import { publishAddress } from './publish-address.ts'

const withIds = (text: string) =>
  text.replace('CHAN', '01J8Z0000000000000000000AB').replace('OTHER', '01J8Z0000000000000000000CD')

describe('publishAddress', () => {
  it.each([
    // What ffmpeg and OBS make of rtmp://host/CHAN.
    ['CHAN', '', 'CHAN', ''],
    // OBS with server rtmp://host/ and CHAN as key.
    ['', 'CHAN', 'CHAN', ''],
    ['/', 'CHAN', 'CHAN', ''],
    // Encoders that insist on an application name.
    ['live', 'CHAN', 'CHAN', ''],
    ['live/', 'CHAN?token=1', 'CHAN', 'token=1'],
    ['live/CHAN', '', 'CHAN', ''],
    ['a/b', 'CHAN', 'CHAN', ''],
    ['live?token=1', 'CHAN', 'CHAN', 'token=1'],
    ['CHAN', 'OTHER', 'CHAN', ''],
    // Without an id anywhere the first segment is refused by its name.
    ['live', 'key', 'live', ''],
    ['live', 'CHAN0', 'live', ''],
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
    expect(publishAddress(withIds(app), withIds(name))).toEqual({ channelId: withIds(channelId), query })
  })
})
