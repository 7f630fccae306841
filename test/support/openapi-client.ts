/** Client programs in TypeScript on types that openapi-typescript generates from the published documents. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'

const ROOT = join(import.meta.dirname, '../..')
const TSC = join(ROOT, 'node_modules/tsc7/bin/tsc')

/** As strict as a client's project can be. */
const COMPILER_OPTIONS = {
  target: 'ES2024',
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}

export interface Finished {
  readonly code: number
  /** Both streams. */
  readonly output: string
}

export interface ClientProject {
  /** Compiles the programs, by their file names, without running them. */
  typeCheck(programs: Readonly<Record<string, string>>): Promise<Finished>
  /** Runs the program by Node's own type stripping. */
  run(program: string, args: readonly string[]): Promise<Finished>
  remove(): Promise<void>
}

/**
 * A folder with `option-api.ts` and `live-api.ts`, generated from the documents in `docs/openapi`. It lies in
 * `out/`, so that programs find the packages of this project and Node strips their types.
 */
export async function createClientProject(): Promise<ClientProject> {
  await mkdir(join(ROOT, 'out'), { recursive: true })
  const folder = await mkdtemp(join(ROOT, 'out/openapi-client-'))
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  for (const api of ['option-api', 'live-api']) {
    const document = await readFile(join(ROOT, `docs/openapi/${api}.json`))
    // A default is what the service fills in, not what a caller has to write.
    await write(`${api}.ts`, astToString(await openapiTS(document, { defaultNonNullable: false })))
  }
  await write('package.json', JSON.stringify({ type: 'module' }))
  return {
    async typeCheck(programs) {
      for (const [name, text] of Object.entries(programs)) await write(name, text)
      const config = { compilerOptions: COMPILER_OPTIONS, files: Object.keys(programs) }
      await write('tsconfig.json', JSON.stringify(config))
      return node([TSC, '-p', folder, '--pretty', 'false'])
    },
    async run(program, args) {
      await write('program.ts', program)
      return node([join(folder, 'program.ts'), ...args])
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function node(args: readonly string[]): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { timeout: 100_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ code, output: stdout + stderr })
    })
  })
}
