import { refusal } from '../../contract/refusal/refusal.ts'
import { MAX_JSON_DEPTH } from '../../platform/json-depth.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/**
 * Reads a request body. JSON as of RFC 8259, and stricter where parsers disagree and a value could mean
 * one thing to a proxy and another here: valid UTF-8, well-formed Unicode after escapes, no member named
 * twice, none that would reach for a prototype.
 * @throws Refusal that says why, without a word of the body's values
 */
export function parseJsonObject(bytes: Uint8Array): JsonObject {
  const text = decode(bytes)
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refusal('NO_OBJECT')
  }
  checkNames(text)
  return value as JsonObject
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes)
  } catch {
    throw refusal('NO_UTF8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // The engine's own words quote the body, which may hold a password.
    const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    throw position === undefined ? refusal('NO_JSON') : refusal('NO_JSON_AT', { position: Number(position) })
  }
}

interface Level {
  /** Names seen in this object; null in an array. */
  readonly names: Set<string> | null
  /** The name whose value is being read. */
  current: string
}

/** @param text valid JSON */
function checkNames(text: string): void {
  const levels: Level[] = []
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '{' || char === '[') {
      if (levels.length === MAX_JSON_DEPTH) throw refusal('TOO_DEEP')
      levels.push({ names: char === '{' ? new Set() : null, current: '' })
    } else if (char === '}' || char === ']') levels.pop()
    else if (char === '"') {
      const end = endOfString(text, i)
      const value = unescape(text.slice(i, end))
      if (isName(text, end)) checkName(value, levels)
      i = end - 1
    }
  }
}

/** Index behind the closing quote. */
function endOfString(text: string, start: number): number {
  let i = start + 1
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1
  return i + 1
}

/** In valid JSON a string is a member's name where a colon follows. */
function isName(text: string, end: number): boolean {
  let i = end
  while (text[i] === ' ' || text[i] === '\t' || text[i] === '\n' || text[i] === '\r') i++
  return text[i] === ':'
}

function unescape(literal: string): string {
  const value = literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1)
  if (!value.isWellFormed()) throw refusal('NO_UNICODE')
  return value
}

function checkName(name: string, levels: readonly Level[]): void {
  const level = levels.at(-1)
  if (!level?.names) return
  if (name === '__proto__' || (name === 'prototype' && levels.at(-2)?.current === 'constructor')) {
    throw refusal('FORBIDDEN_MEMBER', { name })
  }
  if (level.names.has(name)) {
    throw refusal('MEMBER_TWICE', { name: name.slice(0, 64) })
  }
  level.names.add(name)
  level.current = name
}
