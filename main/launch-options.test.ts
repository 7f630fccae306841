import { expect, test } from 'vitest'
import { readLaunchOptions } from './launch-options.ts'

const ELECTRON = ['/opt/airdesk', '.', '--no-sandbox', '--user-data-dir=/tmp/x']

test('without options the usual folder and the usual ports', () => {
  expect(readLaunchOptions(ELECTRON)).toEqual({ dataDir: undefined, ports: 'default' })
})

test.each([[['--data-dir', '/tmp/d', '--ports', 'auto']], [['--data-dir=/tmp/d', '--ports=auto']]])(
  'takes %j',
  (options) => {
    expect(readLaunchOptions([...ELECTRON, ...options])).toEqual({ dataDir: '/tmp/d', ports: 'auto' })
  },
)

test.each([
  [['--ports', 'many'], '--ports must be one of auto, default, next; it is "many".'],
  [['--data-dir'], '--data-dir needs a value.'],
  [['--data-dir='], '--data-dir needs a value.'],
  [['--data-dir', '--ports=auto'], '--data-dir needs a value.'],
])('refuses %j', (options, message) => {
  expect(() => readLaunchOptions([...ELECTRON, ...options])).toThrow(message)
})
