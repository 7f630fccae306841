import { expect, test } from 'vitest'
import { engineView } from '../../test/support/console-views.ts'
import { cpuTone } from './load.ts'

const { load } = engineView()

test('a computer that is busy just now is warned of before it is too busy', () => {
  expect(cpuTone({ ...load, cpu: 0.84, cpuLimit: 0.85 })).toBe('ok')
  expect(cpuTone({ ...load, cpu: 0.85, cpuLimit: 0.85 })).toBe('warn')
  expect(cpuTone({ ...load, cpu: 0.85, cpuLimit: 0.85, overload: { since: 0, of: 'memory' } })).toBe('warn')
  expect(cpuTone({ ...load, cpu: 0.8, cpuLimit: 0.85, overload: { since: 0, of: 'cpu' } })).toBe('fail')
  // Who is never told to be too busy.
  expect(cpuTone({ ...load, cpu: 1, cpuLimit: null })).toBe('ok')
  expect(cpuTone({ ...load, cpu: null, cpuLimit: 0.85 })).toBe('ok')
})
