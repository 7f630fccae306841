import { describe, expect, test } from 'vitest'
import {
  entryAddressAt,
  externalAddress,
  isConsoleAddress,
  popOutAddress,
  popOutChannel,
} from './navigation.ts'

const CONSOLE = 'http://127.0.0.1:8080'

describe('the console', () => {
  test.each([
    ['http://127.0.0.1:8080/', true],
    ['http://127.0.0.1:8080/channels?x=1#y', true],
    ['http://127.0.0.1:8080.example.org/', false],
    ['http://127.0.0.1:8080@example.org/', false],
    ['http://127.0.0.1:80801/', false],
    ['http://localhost:8080/', false],
    ['https://127.0.0.1:8080/', false],
    ['about:blank', false],
    ['javascript:alert(1)', false],
    ['file:///etc/passwd', false],
    ['not an address', false],
    ['', false],
  ])('%s: %s', (address, inside) => {
    expect(isConsoleAddress(address, CONSOLE)).toBe(inside)
  })

  test('nothing is inside before the service has answered', () => {
    expect(isConsoleAddress('about:blank', null)).toBe(false)
  })
})

describe("what goes to the system's browser", () => {
  test.each([
    ['https://example.org/docs', 'https://example.org/docs'],
    ['https://EXAMPLE.org', 'https://example.org/'],
    ['http://example.org/', null],
    ['https://user:secret@example.org/', null],
    ['file:///etc/passwd', null],
    ['javascript:alert(1)', null],
    ['https:', null],
    ['', null],
  ])('%s → %s', (address, opened) => {
    expect(externalAddress(address)).toBe(opened)
  })
})

describe('the address after a restart', () => {
  const entry = 'http://127.0.0.1:9090/#entry=t0ken'

  test('keeps the page that was open', () => {
    expect(entryAddressAt(entry, `${CONSOLE}/#/channels/abc?view=hls`, CONSOLE)).toBe(
      'http://127.0.0.1:9090/#entry=t0ken&at=%2Fchannels%2Fabc%3Fview%3Dhls',
    )
  })

  test.each(['about:blank', 'https://example.org/#/x', `${CONSOLE}/#entry=old`, `${CONSOLE}/`, ''])(
    'starts anew after %s',
    (current) => {
      expect(entryAddressAt(entry, current, CONSOLE)).toBe(entry)
    },
  )
})

describe('pop-out addresses', () => {
  const console = 'http://127.0.0.1:8080'
  const id = '01J8Z3K4M5N6P7Q8R9S0T1V2W3'

  test('are read as they are written', () => {
    expect(popOutChannel(popOutAddress(console, id), console)).toBe(id)
  })

  test.each([
    `${console}/#/channels/${id}`,
    `${console}/#/pop-out/${id}/`,
    `${console}/#/pop-out/${id}?x=1`,
    `${console}/#/pop-out/../${id}`,
    `${console}/#/pop-out/${id.toLowerCase()}`,
    `${console}/#/pop-out/${id.slice(1)}`,
    `${console}/#/pop-out/`,
    `${console}/?x=1#/pop-out/${id}`,
    `${console}/console/api/session#/pop-out/${id}`,
    `http://user@127.0.0.1:8080/#/pop-out/${id}`,
    `http://localhost:8080/#/pop-out/${id}`,
    `https://example.com/#/pop-out/${id}`,
    `javascript:alert(1)#/pop-out/${id}`,
  ])('%s is none', (address) => expect(popOutChannel(address, console)).toBeNull())

  test('none before there is a console', () => {
    expect(popOutChannel(`${console}/#/pop-out/${id}`, null)).toBeNull()
  })
})
