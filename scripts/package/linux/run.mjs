import { spawnSync } from 'node:child_process'

/**
 * Runs a tool of the build to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {string} what it wrote to stdout
 * @throws Error when it fails, or is not there
 */
export function run(command, args, { cwd, env = process.env } = {}) {
  const { status, stdout, error } = spawnSync(command, args, {
    ...{ cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (error) throw new Error(`${command} could not be run: ${error.message}`)
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''} ended with ${status}`)
  return stdout
}
