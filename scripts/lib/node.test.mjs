import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inRoot } from './paths.mjs'

const run = promisify(execFile)

/** What npm makes of the package, with a service that says one word. */
let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-install-'))
  for (const part of ['bin', 'scripts/lib']) cpSync(inRoot(part), join(folder, part), { recursive: true })
  put('package.json', '{"type":"module"}')
  put('out/service/main.js', "console.log('started')")
  putPackage('@node-rs/argon2')
})
afterEach(() => rmSync(folder, { recursive: true }))

function put(file, text) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

function putPackage(name) {
  put(`node_modules/${name}/package.json`, '{"main":"index.js"}')
  put(`node_modules/${name}/index.js`, '')
}

const start = () => run(process.execPath, [join(folder, 'bin/airdesk.mjs')])

it('says in one sentence that npm left optional packages out', async () => {
  await expect(start()).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^airdesk: Optional packages are missing .+ without --omit=optional\.\n$/),
  })
})

it('starts where the binary of this system is there', async () => {
  const { platform, arch } = process
  const name = { linux: `linux-${arch}-musl`, darwin: `darwin-${arch}`, win32: `win32-${arch}-msvc` }[
    platform
  ]
  putPackage(`@node-rs/argon2-${name}`)
  expect(await start()).toMatchObject({ stdout: 'started\n', stderr: '' })
})
