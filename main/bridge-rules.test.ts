import { describe, expect, test } from 'vitest'
import {
  isFileAddress,
  isLanguage,
  isNoticeSwitches,
  isSwitch,
  isTrustedSender,
  isUpdateAction,
} from './bridge-rules.ts'

const CONSOLE = 'http://127.0.0.1:8080'
const switches = {
  'starting-soon': true,
  'late-start': true,
  overrun: true,
  'no-signal': true,
  'webhook-failing': false,
  'upload-failing': true,
  'quiet-on-air': false,
}

describe('IPC sender', () => {
  test.each([
    ['the console', { url: `${CONSOLE}/#/channels`, parent: null }, CONSOLE, true],
    ['a frame in the console', { url: `${CONSOLE}/`, parent: {} }, CONSOLE, false],
    ['another port', { url: 'http://127.0.0.1:8081/', parent: null }, CONSOLE, false],
    ['another name of the same computer', { url: 'http://localhost:8080/', parent: null }, CONSOLE, false],
    ['an address that starts alike', { url: `${CONSOLE}.example.com/`, parent: null }, CONSOLE, false],
    [
      'an address with the console as its user',
      { url: `${CONSOLE}@example.com/`, parent: null },
      CONSOLE,
      false,
    ],
    ['a blank page', { url: 'about:blank', parent: null }, CONSOLE, false],
    ['a frame that is gone', null, CONSOLE, false],
    ['anything before there is a console', { url: `${CONSOLE}/`, parent: null }, null, false],
  ])('%s', (_who, frame, consoleUrl, trusted) => {
    expect(isTrustedSender(frame, consoleUrl)).toBe(trusted)
  })
})

describe('IPC payload', () => {
  test.each([
    ['en', true],
    ['ja', true],
    ['fr', false],
    ['constructor', false],
    [['en'], false],
    [undefined, false],
  ])('language %j: %s', (value, ok) => expect(isLanguage(value)).toBe(ok))

  test.each([
    ['every switch', switches, true],
    ['one missing', { ...switches, 'no-signal': undefined }, false],
    ['one more', { ...switches, other: true }, false],
    ['a text for a switch', { ...switches, 'no-signal': 'yes' }, false],
    ['inherited switches', Object.create(switches) as object, false],
    ['an array', Object.values(switches), false],
    ['nothing', null, false],
  ])('switches, %s', (_what, value, ok) => expect(isNoticeSwitches(value)).toBe(ok))

  test.each([
    ['check', true],
    ['install', true],
    ['quit', false],
    ['constructor', false],
    [['check'], false],
    [{ action: 'check' }, false],
    [undefined, false],
  ])('step of an update %j: %s', (value, ok) => expect(isUpdateAction(value)).toBe(ok))

  test.each([
    ['file:///srv/recordings/channel/r0/recording.mp4', true],
    ['file:///C:/recordings/a%20b.mp4', true],
    ['file://server/share/recording.mp4', false],
    ['file:////server/share/recording.mp4', false],
    ['file:///srv/a%2Fb', false],
    ['file:///srv/a%00b', false],
    ['file:///srv/a?b', false],
    ['file:srv/a', false],
    ['https://example.test/a', false],
    ['/srv/a', false],
    [['file:///srv/a'], false],
    [undefined, false],
  ])('file %j: %s', (value, ok) => expect(isFileAddress(value)).toBe(ok))

  test.each([
    [true, true],
    [false, true],
    ['true', false],
    [1, false],
    [null, false],
  ])('switch %j: %s', (value, ok) => expect(isSwitch(value)).toBe(ok))
})
