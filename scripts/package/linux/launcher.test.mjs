import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SERVICE_FLAGS } from '../../lib/node.mjs'

it('the launcher of the packages gives Node the flags that every other start does', () => {
  const text = readFileSync(new URL('files/launcher.sh', import.meta.url), 'utf8')
  expect(text).toContain(`bin/node" ${SERVICE_FLAGS.join(' ')} "$root/out/service/main.js"`)
})
