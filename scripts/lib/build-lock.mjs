import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { inRoot } from './paths.mjs'

const LOCK = inRoot('out', '.build-lock')

/**
 * Runs `work` while no other build writes to out/ (`npm start` and `npm test` in two terminals).
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withBuildLock(work) {
  mkdirSync(inRoot('out'), { recursive: true })
  while (!tryLock()) await delay(100)
  try {
    return await work()
  } finally {
    rmSync(LOCK, { force: true })
  }
}

function tryLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!holderLives()) rmSync(LOCK, { force: true })
    return false
  }
}

function holderLives() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'))
    if (pid === 0) return true // just made, its number not yet written
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
