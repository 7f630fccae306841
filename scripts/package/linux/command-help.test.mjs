import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { commandTree } from './command-tree.mjs'
import { bashCompletion, fishCompletion } from './completion.mjs'
import { manPage } from './man-page.mjs'

const tree = commandTree('1.2.3')
const all = [tree, ...tree.commands.flatMap((command) => [command, ...command.commands])]

/** What a real bash offers after these words. @param {string[]} words the last one as far as it is typed */
function offered(...words) {
  const line = ['airdesk', ...words].map((word) => `'${word}'`).join(' ')
  const script = `${bashCompletion(tree)}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _airdesk; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8', cwd: import.meta.dirname })
  expect(stderr).toBe('')
  return stdout.split('\n').filter(Boolean)
}

describe.skipIf(process.platform === 'win32')('completion in bash (not on Windows, which has none)', () => {
  test('of commands, of those below them, and of their options', () => {
    expect(offered('s')).toEqual(['serve', 'seed', 'snapshot'])
    expect(offered('--time')).toEqual(['--time-zone'])
    expect(offered('snapshot', '')).toEqual(['save', 'list', 'restore', 'delete', '--help'])
    expect(offered('snapshot', 'save', '--d')).toEqual(['--data-dir'])
    expect(offered('serve', '--rtmp')).toEqual(['--rtmp-port'])
  })

  test('of values: those that are given, files and folders, and none for a secret', () => {
    expect(offered('reset', 'ch')).toEqual(['chat', 'channels'])
    expect(offered('seed', '--language', '')).toEqual(['en', 'ja'])
    expect(offered('export', 'man-')).toEqual(['man-page.mjs'])
    expect(offered('--data-dir', 'fil')).toEqual(['files'])
    expect(offered('--password', '')).toEqual([])
  })
})

test('fish is told every command and every option', () => {
  const text = fishCompletion(tree)
  for (const { path, options } of all) {
    if (path.length > 0) expect(text).toContain(`-a ${path.at(-1)} `)
    for (const { flags } of options) expect(text).toContain(`-l ${flags.split(', ').at(-1)?.slice(2)} `)
  }
})

describe('the manual', () => {
  const about = { version: '1.2.3', date: '2026-01-31', description: 'A control room.' }
  const text = manPage(tree, about).replaceAll('\\-', '-')

  test('has every command, option, default and variable', () => {
    for (const { path, commands } of tree.commands.flatMap((command) => [command, ...command.commands])) {
      if (commands.length === 0) expect(text).toContain(`.B airdesk ${path.join(' ')}\n`)
    }
    for (const { flags, variable } of tree.options) {
      expect(text).toContain(`\\fB${flags}\\fR`)
      if (variable) expect(text).toContain(`\\fB${variable}\\fR`)
    }
    expect(text).toContain('airdesk - a control room\n')
    expect(text).toContain('.TH AIRDESK 1 "2026-01-31" "Airdesk 1.2.3"')
  })

  test('names the home of who reads it, not of who builds it', () => {
    expect(text).toContain('Usually \\(ti/.local/share/airdesk.')
    expect(text).not.toContain(`${process.env['HOME']}/.local`)
  })
})
