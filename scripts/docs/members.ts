/** Members of messages, read from where the code defines them, as rows of a table. */
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { z } from 'zod'

export interface MemberRow {
  readonly name: string
  readonly type: string
  readonly optional: boolean
  readonly text: string
}

/** The part of JSON Schema that zod writes for messages. */
interface Shape {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly default?: unknown
  readonly description?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly $ref?: string
}

/** Members of an object that comes in. */
export function membersOfSchema(schema: z.ZodType): MemberRow[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Shape
  return Object.entries(properties).map(([name, shape]) => {
    const standard = shape.default === undefined ? '' : `${JSON.stringify(shape.default)} by default.`
    const text = [shape.description ?? '', standard].filter((part) => part !== '').join(' ')
    return { name, type: typeOf(shape), optional: !required.includes(name), text }
  })
}

function typeOf(shape: Shape): string {
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``
  if (shape.enum) return shape.enum.map((value) => `\`${String(value)}\``).join(', ')
  if (shape.$ref !== undefined || (shape.type === undefined && !shape.anyOf)) return 'any JSON'
  if (shape.anyOf) return [...new Set(shape.anyOf.map(typeOf))].join(' or ')
  if (shape.type === 'array') return `array of ${shape.items ? typeOf(shape.items) : 'any JSON'}`
  const { minimum, maximum, maxLength } = shape
  const range = minimum !== undefined && maximum !== undefined && Number.isSafeInteger(maximum + 1)
  if (range && maximum < Number.MAX_SAFE_INTEGER) return `${String(shape.type)}, ${minimum} to ${maximum}`
  return maxLength === undefined ? String(shape.type) : `${String(shape.type)}, up to ${maxLength} characters`
}

/** What names in the types of messages mean to a reader of JSON. */
const NAMES: Readonly<Record<string, string>> = {
  ChannelId: 'string',
  ConnectionId: 'string',
  Json: 'any JSON',
  JsonObject: 'object',
  Role: '`sendrecv`, `sendonly`, `recvonly`',
  Rid: '`r0`, `r1`, `r2`',
  AudioCodec: '`OPUS`',
  VideoCodec: '`VP8`, `VP9`, `AV1`, `H264`',
  SimulcastEncoding: 'encoding',
}

/**
 * Members of an interface of a TypeScript file, those of what it extends first.
 * @param path from the root of the repository
 * @throws Error for an interface or a type that is not known
 */
export function membersOfInterface(path: string, name: string): MemberRow[] {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const interfaces = new Map(
    file.statements.filter(ts.isInterfaceDeclaration).map((found) => [found.name.text, found]),
  )
  const membersOf = (wanted: string): MemberRow[] => {
    const found = interfaces.get(wanted)
    if (!found) throw new Error(`${path} has no interface ${wanted}`)
    const inherited = (found.heritageClauses ?? [])
      .flatMap(({ types }) => types)
      .flatMap(({ expression }) => membersOf(expression.getText()))
    return [...inherited, ...found.members.filter(ts.isPropertySignature).map(rowOf)]
  }
  return membersOf(name)
}

function rowOf(member: ts.PropertySignature): MemberRow {
  const text = ts
    .getJSDocCommentsAndTags(member)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join(' ')
  const type = member.type ? nameOf(member.type) : 'any JSON'
  return {
    name: member.name.getText(),
    type,
    optional: member.questionToken !== undefined,
    text: text.replaceAll(/\s+/g, ' '),
  }
}

function nameOf(type: ts.TypeNode): string {
  if (ts.isTypeOperatorNode(type)) return nameOf(type.type)
  if (ts.isArrayTypeNode(type)) return `array of ${nameOf(type.elementType)}`
  if (ts.isParenthesizedTypeNode(type)) return nameOf(type.type)
  if (ts.isUnionTypeNode(type)) return type.types.map(nameOf).join(', ')
  if (ts.isIntersectionTypeNode(type)) return 'object'
  if (ts.isLiteralTypeNode(type)) return `\`${type.getText().replaceAll("'", '"')}\``
  if (ts.isTypeLiteralNode(type)) return `{ ${type.members.map(memberOf).join(', ')} }`
  const text = type.getText()
  if (['string', 'number', 'boolean'].includes(text)) return text
  const known = NAMES[text]
  if (known === undefined) throw new Error(`the documents do not know the type ${text}`)
  return known
}

const memberOf = (member: ts.TypeElement) =>
  `${member.name?.getText() ?? ''}${ts.isPropertySignature(member) && member.questionToken ? '?' : ''}`
