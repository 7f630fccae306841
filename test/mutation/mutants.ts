/** Finds, by syntax, what can be taken out of a source one at a time. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '../..')

/** One change of one place of a source. */
export interface Mutant {
  /** Changes with the source. */
  readonly id: string
  /** Path below the checkout. */
  readonly file: string
  readonly line: number
  /** What is done, for people. */
  readonly what: string
  /** The text from `start` to `end` of the source is replaced by `by`. */
  readonly start: number
  readonly end: number
  readonly by: string
}

/** The source with the mutant in place. */
export function apply({ start, end, by }: Pick<Mutant, 'start' | 'end' | 'by'>, source: string): string {
  return source.slice(0, start) + by + source.slice(end)
}

type Change = readonly [what: string, node: ts.Node, by: string]

/** Calls of schemas, each of which is a rule of its own. */
const SCHEMA_RULES = new Set(['min', 'max', 'regex', 'refine', 'optional', 'default', 'length', 'nonempty'])
const BOUNDARY: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
}

/** All mutants of a source file. @param file path below the checkout */
export function mutantsOf(file: string, text = readFileSync(join(root, file), 'utf8')): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const mutants: Mutant[] = []
  const visit = (node: ts.Node): void => {
    // Types are gone when the rules run.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return
    if (isWords(node)) return
    for (const [what, changed, by] of changesOf(node)) {
      const start = changed.getStart(source)
      const line = source.getLineAndCharacterOfPosition(start).line + 1
      const end = changed.getEnd()
      const id = createHash('sha256')
        .update(`${file} ${start} ${end} ${by} ${text}`)
        .digest('hex')
        .slice(0, 16)
      mutants.push({
        id,
        file,
        line,
        what: `${what}: ${shortened(named(changed).getText(source))}`,
        start,
        end,
        by,
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return mutants
}

const shortened = (code: string) => code.replace(/\s+/g, ' ').slice(0, 100)

/** A member by its name too: `true` alone says little. */
const named = (node: ts.Node) => (ts.isPropertyAssignment(node.parent) ? node.parent : node)

function* changesOf(node: ts.Node): Iterable<Change> {
  if (ts.isIfStatement(node)) yield ['never', node.expression, 'false']
  if (ts.isConditionalExpression(node)) {
    yield ['always the first', node.condition, 'true']
    yield ['always the second', node.condition, 'false']
  }
  if (ts.isBinaryExpression(node)) yield* changesOfOperator(node)
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    yield ['without not', node, node.operand.getText()]
  }
  if (ts.isNumericLiteral(node)) yield ['one more', node, String(Number(node.text.replaceAll('_', '')) + 1)]
  if (node.kind === ts.SyntaxKind.TrueKeyword) yield ['turned', node, 'false']
  if (node.kind === ts.SyntaxKind.FalseKeyword) yield ['turned', node, 'true']
  if (ts.isRegularExpressionLiteral(node)) yield* changesOfPattern(node)
  if (ts.isCallExpression(node)) yield* changesOfCall(node)
  if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) yield ['not called', node, ';']
  if (ts.isArrayLiteralExpression(node)) yield* changesOfList(node)
  if (isNeededPermission(node)) yield ['for everybody signed in', node.initializer, `'signed-in'`]
}

function* changesOfOperator(node: ts.BinaryExpression): Iterable<Change> {
  const { left, operatorToken: operator, right } = node
  const other = BOUNDARY[operator.kind]
  if (other !== undefined)
    yield [`${operator.getText()} as ${other}`, node, `${left.getText()} ${other} ${right.getText()}`]
  const joins = [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken].includes(operator.kind)
  if (!joins) return
  yield ['without the right side', node, `(${left.getText()})`]
  yield ['without the left side', node, `(${right.getText()})`]
}

/** A schema without one of its rules, or with another default. */
function* changesOfCall(node: ts.CallExpression): Iterable<Change> {
  const called = node.expression
  if (!ts.isPropertyAccessExpression(called) || !SCHEMA_RULES.has(called.name.text)) return
  // Math.min and the like are no rules of a schema.
  if (called.expression.getText() === 'Math') return
  yield [`without .${called.name.text}`, node, called.expression.getText()]
  const [value] = node.arguments
  if (called.name.text !== 'default' || value === undefined || !ts.isStringLiteral(value)) return
  yield ['another default', value, `'another'`]
}

/** Without what a pattern says of the beginning, of the end and of capital letters. */
function* changesOfPattern(node: ts.RegularExpressionLiteral): Iterable<Change> {
  const [, pattern = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? []
  const write = (body: string, with_ = flags) => `/${body}/${with_}`
  if (pattern.startsWith('^')) yield ['any beginning', node, write(pattern.slice(1))]
  if (pattern.endsWith('$')) yield ['any end', node, write(pattern.slice(0, -1))]
  if (flags.includes('i')) yield ['with case', node, write(pattern, flags.replace('i', ''))]
}

/** A list of plain values without each of them. */
function* changesOfList(node: ts.ArrayLiteralExpression): Iterable<Change> {
  const isPlain = (element: ts.Expression) => ts.isStringLiteral(element) || ts.isNumericLiteral(element)
  if (node.elements.length < 2 || !node.elements.every(isPlain)) return
  for (const element of node.elements) {
    const others = node.elements.filter((other) => other !== element).map((other) => other.getText())
    yield [`without ${element.getText()}`, node, `[${others.join(', ')}]`]
  }
}

const isNeededPermission = (
  node: ts.Node,
): node is ts.PropertyAssignment & { initializer: ts.StringLiteral } =>
  ts.isPropertyAssignment(node) &&
  node.name.getText() === 'permission' &&
  ts.isStringLiteral(node.initializer) &&
  !['public', 'signed-in'].includes(node.initializer.text)

/** What is read by people: examples and descriptions. */
function isWords(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node)) return ['example', 'examples', 'summary'].includes(node.name.getText())
  if (ts.isSourceFile(node)) return false
  const { parent } = node
  return (
    ts.isCallExpression(parent) &&
    parent.expression !== node &&
    ts.isPropertyAccessExpression(parent.expression) &&
    ['describe', 'meta'].includes(parent.expression.name.text)
  )
}
