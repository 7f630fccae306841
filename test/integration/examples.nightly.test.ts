import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { runExample } from '../support/kit/example.ts'

it('the example playwright', async () => {
  const { code, output } = await runExample('playwright', { CHROMIUM_PATH: findChromium() })
  expect(code, output).toBe(0)
})

it('the example pytest', async ({ skip }) => {
  const { status } = spawnSync('python3', ['-m', 'pytest', '--version'])
  if (status !== 0) skip('python3 has no pytest here')
  const { code, output } = await runExample('pytest')
  expect(code, output).toBe(0)
})
