/** A call in the languages that apps are written in, with nothing but what they bring along. Pure. */
import type { SnippetLanguage } from '../stores/preferences.ts'
import { curlOf } from './curl.ts'
import type { HttpCall } from './http-call.ts'

const WRITERS: Readonly<Record<SnippetLanguage, (call: HttpCall) => string>> = {
  curl: curlOf,
  javascript: javascriptOf,
  python: pythonOf,
  go: goOf,
}

export const snippetOf = (call: HttpCall, language: SnippetLanguage): string => WRITERS[language](call)

/** JSON strings are strings of JavaScript, Python and Go as well. */
const quoted = (text: string): string => JSON.stringify(text)

/** Each header with its value as an expression. */
function headersOf(
  { headers, token }: HttpCall,
  fromEnvironment: string,
): (readonly [name: string, value: string])[] {
  const own = Object.entries(headers).map(([name, value]) => [name, quoted(value)] as const)
  if (token === null) return own
  const bearer = token === 'fromEnvironment' ? fromEnvironment : quoted(`Bearer ${token.value}`)
  return [['Authorization', bearer], ...own]
}

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)

/** For Node, and for a browser where the token is a value. */
function javascriptOf(call: HttpCall): string {
  const { method, url, body } = call
  const headers = headersOf(call, '`Bearer ${process.env.TOKEN}`').map(
    ([name, value]) => `    ${quoted(name)}: ${value},`,
  )
  return [
    `const response = await fetch(${quoted(url)}, {`,
    `  method: ${quoted(method)},`,
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === null
      ? []
      : [`  body: ${isJson(body) ? `JSON.stringify(${indented(body, '  ')})` : quoted(body)},`]),
    '})',
    'console.log(response.status, await response.text())',
  ].join('\n')
}

function pythonOf(call: HttpCall): string {
  const { method, url, body } = call
  const headers = headersOf(call, `"Bearer " + os.environ["TOKEN"]`).map(
    ([name, value]) => `        ${quoted(name)}: ${value},`,
  )
  return [
    ...(call.token === 'fromEnvironment' ? ['import os'] : []),
    'from urllib.error import HTTPError',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${quoted(url)},`,
    `    method=${quoted(method)},`,
    ...(headers.length === 0 ? [] : ['    headers={', ...headers, '    },']),
    ...(body === null ? [] : [`    data=${pythonText(body)}.encode(),`]),
    ')',
    'try:',
    '    response = urlopen(request)',
    'except HTTPError as refused:',
    '    response = refused',
    'print(response.status, response.read().decode())',
  ].join('\n')
}

function goOf(call: HttpCall): string {
  const { method, url, token, body } = call
  const imports = ['fmt', 'io', 'net/http']
  if (token === 'fromEnvironment') imports.push('os')
  if (body !== null) imports.push('strings')
  const reader = body === null ? 'nil' : `strings.NewReader(${goText(body)})`
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t${quoted(name)}`),
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest(${quoted(method)}, ${quoted(url)}, ${reader})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...headersOf(call, '"Bearer "+os.Getenv("TOKEN")').map(
      ([name, value]) => `\trequest.Header.Set(${quoted(name)}, ${value})`,
    ),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tfmt.Println(response.StatusCode, string(answer))',
    '}',
  ].join('\n')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** As it is where Python's raw strings can hold it. */
const pythonText = (text: string): string => (/'''|\r|['\\]$/.test(text) ? quoted(text) : `r'''${text}'''`)

/** As it is where Go's raw strings can hold it. */
const goText = (text: string): string => (/[`\r]/.test(text) ? quoted(text) : `\`${text}\``)
