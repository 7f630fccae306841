/**
 * A folder that electron-builder takes for a distribution of Electron, so that packing can be rehearsed where
 * the real one cannot be downloaded. Its executable is no program; it only carries the marks that the fuse
 * tool looks for.
 */
import { createPackage } from '@electron/asar'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Electron keeps its fuses: a sentinel, a version, how many, and that many characters. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const FUSES = 8

const FILES = ['LICENSE', 'LICENSES.chromium.html', 'icudtl.dat', 'chrome-sandbox']
const LOCALES = ['en-US', 'fr', 'ja']

/** @param folder is made; @param version of Electron that it claims to be */
export async function writeFakeElectron(folder: string, version: string): Promise<void> {
  mkdirSync(join(folder, 'locales'), { recursive: true })
  mkdirSync(join(folder, 'resources'), { recursive: true })
  for (const name of FILES) writeFileSync(join(folder, name), 'x')
  for (const locale of LOCALES) writeFileSync(join(folder, 'locales', `${locale}.pak`), 'x')
  writeFileSync(join(folder, 'version'), version)
  const fuses = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, FUSES]), Buffer.alloc(FUSES, '0')])
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from('\x7fELF rehearsal\n'), fuses]))
  chmodSync(join(folder, 'electron'), 0o755)
  await writeEmptyAsar(join(folder, 'resources', 'default_app.asar'))
}

/** The fuses of a packed executable, one character each: 0 off, 1 on. */
export function readFuses(executable: string): string {
  const bytes = readFileSync(executable)
  const at = bytes.indexOf(SENTINEL) + SENTINEL.length
  return bytes.subarray(at + 2, at + 2 + FUSES).toString('latin1')
}

async function writeEmptyAsar(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-asar-'))
  writeFileSync(join(folder, 'package.json'), '{}')
  await createPackage(folder, file)
  rmSync(folder, { recursive: true })
}
