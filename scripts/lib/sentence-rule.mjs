/**
 * Refusals and rules are data; a sentence is for people. Finds code that finds out what an error means from
 * its sentence.
 */
import ts from 'typescript'

/** Names that hold sentences. */
const SENTENCES = new Set(['message', 'error_reason', 'sentence', 'rule'])
/** Of regular expressions, asked with a sentence. */
const ASKING = new Set(['exec', 'test'])
/** Of strings, asked of a sentence. */
const ASKED = new Set([
  'match',
  'matchAll',
  'search',
  'includes',
  'startsWith',
  'endsWith',
  'indexOf',
  'replace',
  'replaceAll',
  'split',
])
const EQUALITY = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
])

/**
 * @param {string} file its name, for what is TSX
 * @param {string} text
 * @returns {number[]} the lines that read a sentence, from 1
 */
export function sentencesReadIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  /** @type {number[]} */
  const lines = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (readsSentence(node)) lines.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return lines
}

/** @param {ts.Node} node */
function readsSentence(node) {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression: asked, name } = node.expression
    if (ASKING.has(name.text)) return node.arguments.some(holdsSentence)
    return ASKED.has(name.text) && isSentence(asked)
  }
  if (!ts.isBinaryExpression(node) || !EQUALITY.has(node.operatorToken.kind)) return false
  const [one, other] = [node.left, node.right]
  return (isMessage(one) && isSaid(other)) || (isMessage(other) && isSaid(one))
}

/** @param {ts.Node} node @returns {boolean} */
const holdsSentence = (node) => isSentence(node) || Boolean(ts.forEachChild(node, holdsSentence))

/** @param {ts.Node} node @returns {boolean} */
function isSentence(node) {
  if (ts.isIdentifier(node)) return SENTENCES.has(node.text)
  if (ts.isPropertyAccessExpression(node)) return SENTENCES.has(node.name.text)
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return isSentence(node.expression)
  if (ts.isBinaryExpression(node)) return isSentence(node.left)
  return (
    ts.isCallExpression(node) && node.expression.getText() === 'String' && node.arguments.some(isSentence)
  )
}

/** A rule's id may be compared, its sentence may not. @param {ts.Node} node */
const isMessage = (node) => ts.isPropertyAccessExpression(node) && node.name.text === 'message'

/** @param {ts.Node} node */
const isSaid = (node) => ts.isStringLiteralLike(node) && node.text !== ''
