/** The release workflow can run elsewhere only; here it is read as GitHub reads it, and its glue is checked. */
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { inRoot } from '../lib/paths.mjs'

const FILE = '.github/workflows/release.yml'
const content = readFileSync(inRoot(FILE), 'utf8')
const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
const steps = Object.values(parse(content).jobs).flatMap((job) => job.steps)

describe('as GitHub reads it', () => {
  let parser
  // GitHub's parser imports its schema without saying that it is JSON.
  const hooks = registerHooks({
    resolve: (name, context, next) => {
      const found = next(name, context)
      return name.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found
    },
  })
  beforeAll(async () => {
    parser = await import('@actions/workflow-parser')
  })
  afterAll(() => hooks.deregister())

  /** Of the schema, and then of the expressions. */
  const faultsOf = async (text) => {
    const { context, value } = parser.parseWorkflow(
      { name: FILE, content: text },
      new parser.NoOperationTraceWriter(),
    )
    const template = value && (await parser.convertWorkflowTemplate(context, value))
    return [
      ...context.errors.getErrors().map(String),
      ...(template?.errors ?? []).map(({ Message }) => Message),
    ]
  }

  test('it is whole', async () => expect(await faultsOf(content)).toEqual([]))

  test.each([
    ['a misspelt member', 'runs-on:', 'run-on:'],
    ['a context that does not exist', 'vars.AIRDESK_UPDATE_URL', 'variables.AIRDESK_UPDATE_URL'],
    ['an expression that is none', "github.ref_type == 'tag'", 'github.ref_type == tag'],
    ['a permission that does not exist', 'contents: write', 'content: write'],
    ['a job that waits for one that does not exist', 'needs: build', 'needs: builds'],
  ])('%s would be seen', async (_what, right, wrong) => {
    expect(content).toContain(right)
    expect(await faultsOf(content.replace(right, wrong))).not.toEqual([])
  })
})

/** What a step runs, and whether this repository has it. */
function isHere(command) {
  const [program, ...args] = command.split(' ')
  if (program === 'npm') return args[0] === 'ci' || (args[0] === 'run' && args[1] in scripts)
  if (program === 'node') return existsSync(inRoot(args[0]))
  // The runner brings it.
  return program === 'gh'
}

test('each step runs a script of this repository', () => {
  const commands = steps.flatMap(({ run }) => (run === undefined ? [] : run.trim().split('\n')))
  expect(commands.length).toBeGreaterThan(5)
  expect(commands.filter((command) => !isHere(command))).toEqual([])
})

test('actions are GitHub’s own, each at a major version', () => {
  const actions = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]))
  for (const action of actions) expect(action).toMatch(/^actions\/[a-z-]+@v\d+$/)
})

test('every variable that packing reads is handed to it', () => {
  const read = readFileSync(inRoot('scripts/release/options.mjs'), 'utf8').match(
    /\b(?:AIRDESK|WIN_CSC|CSC|APPLE)_[A-Z_]+\b/g,
  )
  const { env } = steps.find(({ run }) => run === 'npm run dist')
  expect(Object.keys(env).sort()).toEqual([...new Set(read)].sort())
})

test('no address stands in it: where updates are is said by the repository that releases', () => {
  expect(content).not.toMatch(/https?:/)
})
