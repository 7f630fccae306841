import ts from 'typescript'

const IMPORT = /^import \{ z \} from 'zod';\n/m

/**
 * Says what schemas give and take in TypeScript's own words: zod is bundled, so whoever imports the bundle
 * has none of its types.
 * @param {Record<string, string>} texts file → declarations, which name schemas
 * @returns {Record<string, string>} file → the same without a schema
 * @throws Error where one is left
 */
export function withoutSchemas(texts) {
  const asked = Object.fromEntries(
    Object.entries(texts).map(([file, text]) => [file, text + questions(text)]),
  )
  const program = programOf(asked)
  return Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, plain(program, file, text)]))
}

/** With these texts in place of what lies there. */
function programOf(texts) {
  const options = {
    strict: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const host = ts.createCompilerHost(options)
  const getSourceFile = host.getSourceFile.bind(host)
  host.getSourceFile = (file, target) =>
    file in texts ? ts.createSourceFile(file, texts[file], target, true) : getSourceFile(file, target)
  return ts.createProgram(Object.keys(texts), options, host)
}

/** Names of the schemas. */
const schemasIn = (text) => [...text.matchAll(/^declare const (\w+): z\./gm)].map(([, name]) => name)

const outputOf = (name) => `${name}Output`
const inputOf = (name) => `${name}Input`

const questions = (text) =>
  schemasIn(text)
    .map(
      (name) =>
        `\ntype ${outputOf(name)} = z.output<typeof ${name}>;\ntype ${inputOf(name)} = z.input<typeof ${name}>;`,
    )
    .join('')

function plain(program, file, text) {
  const { statements } = program.getSourceFile(file)
  const names = schemasIn(text)
  const said = withoutConstants(statements, names, text)
    .replace(IMPORT, '')
    .replace(/^type Shown<.*\n/m, '')
    .replaceAll(/\bShown<typeof (\w+)>/g, (_, name) => `DeepReadonly<${outputOf(name)}>`)
    .replaceAll(/\bz\.output<typeof (\w+)>/g, (_, name) => outputOf(name))
    .replaceAll(/\bz\.input<typeof (\w+)>/g, (_, name) => inputOf(name))
  const wanted = names
    .flatMap((name) => [outputOf(name), inputOf(name)])
    .filter((name) => said.includes(name))
  const answers = statements
    .filter((node) => ts.isTypeAliasDeclaration(node) && wanted.includes(node.name.text))
    .map((node) => `type ${node.name.text} = ${textOf(program.getTypeChecker(), node)};\n`)
  const whole = withJson(said + answers.join(''))
  const left = /^.*\bz\..*$/m.exec(whole)
  if (left) throw new Error(`${file} still has a type of zod: ${left[0]}`)
  return whole
}

/** What zod calls any value of JSON, in words of this file. */
function withJson(text) {
  const said = text.replaceAll('z.core.util.JSONType', 'JsonValue')
  return said === text
    ? text
    : `${said}type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };\n`
}

function withoutConstants(statements, names, text) {
  const isSchema = (node) =>
    ts.isVariableStatement(node) && names.includes(node.declarationList.declarations[0].name.getText())
  const cut = (rest, node) => rest.slice(0, node.getFullStart()) + rest.slice(node.end)
  return statements.filter(isSchema).reduceRight(cut, text)
}

/** The whole of a type, however long. */
function textOf(checker, node) {
  const { NoTruncation, InTypeAlias, UseAliasDefinedOutsideCurrentScope } = ts.TypeFormatFlags
  const flags = NoTruncation | InTypeAlias | UseAliasDefinedOutsideCurrentScope
  return checker.typeToString(checker.getTypeAtLocation(node.name), node, flags)
}
