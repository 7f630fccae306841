/** One vitest that stays warm over many mutants: only what changed is read and run anew. */
import { join } from 'node:path'
import { BaseSequencer, createVitest } from 'vitest/node'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { descendants } from '../support/processes.ts'
import { apply } from './mutants.ts'
import type { Mutant } from './mutants.ts'

const root = join(import.meta.dirname, '../..')
const here = (name: string) => join(import.meta.dirname, name)

export interface Outcome {
  /** Titles of the tests that failed. */
  readonly failed: readonly string[]
  /** Files that failed, and errors outside of any. */
  readonly errors: number
}

/** Files run in the order in which they are named: those that are likeliest to fail first. */
class AsGiven extends BaseSequencer {
  override sort: BaseSequencer['sort'] = (files) => Promise.resolve(files)
}

/** What failed in the run that goes on: vitest's own result also has the files of earlier runs. */
class Failures implements Reporter {
  failed: string[] = []
  errors = 0

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') this.failed.push(test.fullName)
  }

  onTestModuleEnd(module: TestModule): void {
    // Also where no test of it did: it does not load, or a hook fails.
    if (module.state() === 'failed') this.errors++
  }
}

export class WarmTests {
  readonly #vitest: Vitest
  readonly #active: { mutant: Mutant | null }
  readonly #failures: Failures

  private constructor(vitest: Vitest, active: { mutant: Mutant | null }, failures: Failures) {
    this.#vitest = vitest
    this.#active = active
    this.#failures = failures
  }

  /** @param everyFailure goes on after the first test that fails */
  static async start({ everyFailure }: { readonly everyFailure: boolean }): Promise<WarmTests> {
    const active: { mutant: Mutant | null } = { mutant: null }
    const failures = new Failures()
    const vitest = await createVitest(
      {
        root,
        config: false,
        watch: false,
        // It would not know of the mutants.
        fsModuleCache: false,
        include: ['service/**/*.test.ts', 'test/conformance/*.test.ts'],
        reporters: [failures],
        pool: 'forks',
        isolate: false,
        maxWorkers: 1,
        bail: everyFailure ? 0 : 1,
        sequence: { sequencer: AsGiven },
        testTimeout: 120_000,
        hookTimeout: 120_000,
        teardownTimeout: 5_000,
      },
      {
        plugins: [
          {
            name: 'mutants',
            enforce: 'pre',
            resolveId(id, importer) {
              if (id.endsWith('/support/service.ts')) return here('service-here.ts')
              if (id === '@node-rs/argon2' && importer !== here('argon2.ts')) return here('argon2.ts')
              return null
            },
            transform(code, id) {
              const { mutant } = active
              return mutant !== null && id === join(root, mutant.file) ? apply(mutant, code) : null
            },
          },
        ],
      },
    )
    await vitest.standalone()
    return new WarmTests(vitest, active, failures)
  }

  /** Runs test files, paths below the checkout, with the rules as they are. */
  runAsTheyAre(files: readonly string[]): Promise<Outcome> {
    return this.#run(null, files)
  }

  /** Runs test files with a mutant in place; after `hangs` it is closed. */
  async run(mutant: Mutant, files: readonly string[], patienceMs: number): Promise<Outcome | 'hangs'> {
    const patience = Promise.withResolvers<'hangs'>()
    const timer = setTimeout(() => patience.resolve('hangs'), patienceMs)
    const outcome = await Promise.race([this.#run(mutant, files), patience.promise])
    clearTimeout(timer)
    if (outcome === 'hangs') await this.#kill()
    return outcome
  }

  async #run(mutant: Mutant | null, files: readonly string[]): Promise<Outcome> {
    const project = this.#vitest.getRootProject()
    const specifications = files.map((file) => project.createSpecification(join(root, file)))
    this.#set(mutant)
    Object.assign(this.#failures, { failed: [], errors: 0 })
    try {
      const { unhandledErrors } = await this.#vitest.runTestSpecifications(specifications)
      const { failed, errors } = this.#failures
      return { failed, errors: errors + unhandledErrors.length }
    } finally {
      this.#set(null)
    }
  }

  #set(mutant: Mutant | null): void {
    const changed = mutant ?? this.#active.mutant
    this.#active.mutant = mutant
    if (changed) this.#vitest.invalidateFile(join(root, changed.file))
  }

  /** One that goes round in a circle hears nobody who asks it to end. */
  async #kill(): Promise<void> {
    for (const { pid } of descendants(process.pid)) process.kill(pid, 'SIGKILL')
    await this.close()
  }

  close(): Promise<void> {
    return this.#vitest.close()
  }
}
