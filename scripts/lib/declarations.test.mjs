import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { KIT_ENTRIES, KIT_RUNNERS } from './build-targets.mjs'
import { runnerDeclaration } from './declarations.mjs'
import { inRoot } from './paths.mjs'

/** Names that a file imports or exports by statements with a list. @param {(node: ts.Node) => boolean} isOne */
function namesIn(text, isOne) {
  const { statements } = ts.createSourceFile('one.ts', text, ts.ScriptTarget.ESNext, true)
  return statements.filter(isOne).flatMap((node) => {
    const { elements } = ts.isImportDeclaration(node) ? node.importClause.namedBindings : node.exportClause
    return elements.map(({ name }) => name.text)
  })
}

it.each(Object.entries(KIT_RUNNERS))('%s has the types that the package itself exports', (name, source) => {
  const text = runnerDeclaration(source)
  const exported = namesIn(readFileSync(inRoot(KIT_ENTRIES.index), 'utf8'), ts.isExportDeclaration)
  const own = (node) => ts.isImportDeclaration(node) && node.moduleSpecifier.text === './index.js'
  const imported = namesIn(text, own)
  expect(imported).toEqual(expect.arrayContaining(['StartOptions', 'TestFixtures', 'WorkerFixtures']))
  expect(exported).toEqual(expect.arrayContaining(imported))
  // Nothing else of the kit, and of others only the runner.
  const from = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName)
  const runner = name === 'vitest' ? 'vitest' : '@playwright/test'
  expect(new Set(from)).toEqual(new Set(['./index.js', runner]))
})
