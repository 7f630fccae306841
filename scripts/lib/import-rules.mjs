/**
 * Who may import whom, as one table. Imports point down only:
 * contract ← protocol ← provider, platform ← media, control ← composition ← service.ts ← main.
 */
import { builtinModules } from 'node:module'
import { posix } from 'node:path'

const BASE = ['service/contract', 'service/protocol']
const EDGES = ['service/provider', 'service/platform']

/** Folder → folders that it may import beside itself. The longest name that fits a file counts. */
const MAY_IMPORT = {
  'service/contract': [],
  'service/protocol': ['service/contract'],
  'service/platform': BASE,
  'service/provider': [...BASE, 'service/platform'],
  'service/media': [...BASE, ...EDGES],
  'service/control': [...BASE, ...EDGES],
  'service/kit': [...BASE, 'service/platform', 'service/entry', 'scripts/lib'],
  service: [],
  main: ['service/contract'],
  preload: ['service/contract'],
  renderer: ['service/contract'],
}

/** Folder → folders that it may not import although the table above allows it. */
const MAY_NOT_IMPORT = {
  'service/control/api': ['service/control/store'],
}

/** Folders and the only files outside of them that may import them: what several rooms need lies beside these. */
const IMPORTED_BY = {
  'renderer/panels': ['renderer/app.tsx', 'renderer/router.tsx'],
}

/** Folders of which no one imports another: what several of them need lies beside them. */
const ROOMS = 'renderer/panels'

/** Trees whose folders stand one above the other: none imports, also by way of others, what imports it. */
export const TREES = [
  'renderer',
  'service/contract',
  'service/control',
  'service/media',
  'service/media/sfu',
  'service/platform',
  'service/protocol',
]

/** Packages and the only folders that may import them. */
const OWNERS = {
  electron: ['main', 'preload'],
  'node-av': ['service/media/transcode', 'service/media/test-picture', 'service/media/thumbnail'],
  'node-datachannel': ['service/media/sfu/transport', 'service/kit/webrtc'],
  '@aws-sdk/client-s3': ['service/provider/archive'],
  '@azure/storage-blob': ['service/provider/archive'],
  'better-sqlite3': ['service/control/store', 'service/platform/settings'],
}

/** Folders without Node's modules: pure functions, and pages. */
const WITHOUT_NODE = ['service/contract', 'service/protocol', 'renderer', 'preload']

const isIn = (file, folder) => file.startsWith(`${folder}/`)
const isTest = (file) => file.startsWith('test/') || /\.test\.tsx?$/.test(file)

/**
 * @typedef {{ file: string, specifier: string }} Import `file` is relative to the checkout, with slashes
 * @param {Import} given
 * @returns {string | undefined} what is wrong with it, in words
 */
export function faultOf({ file, specifier }) {
  // Tests may look everywhere; what they import is held to the rules where it lies.
  if (isTest(file)) return undefined
  return specifier.startsWith('.')
    ? folderFault(file, targetOf(file, specifier))
    : packageFault(file, specifier)
}

/** @returns {string} the imported file, relative to the checkout */
export function targetOf(file, specifier) {
  return posix.join(posix.dirname(file), specifier)
}

function folderFault(file, target) {
  const folder = Object.keys(MAY_IMPORT)
    .filter((name) => isIn(file, name))
    .sort((a, b) => b.length - a.length)[0]
  if (folder === undefined) return undefined
  const fine = [folder, ...MAY_IMPORT[folder]]
  if (!fine.some((name) => isIn(target, name))) return `${folder} may import only ${fine.join(', ')}`
  for (const [from, others] of Object.entries(MAY_NOT_IMPORT)) {
    const other = others.find((name) => isIn(file, from) && isIn(target, name))
    if (other) return `${from} may not import ${other}`
  }
  for (const [name, importers] of Object.entries(IMPORTED_BY)) {
    if (isIn(file, name) || !isIn(target, name) || importers.includes(file)) continue
    return `only ${importers.join(' and ')} may import ${name}`
  }
  const [room, other] = [roomOf(file), roomOf(target)]
  return room && other && room !== other ? `${ROOMS}/${room} may not import ${ROOMS}/${other}` : undefined
}

const roomOf = (file) => (isIn(file, ROOMS) ? file.split('/')[2] : undefined)

function packageFault(file, specifier) {
  for (const [name, owners] of Object.entries(OWNERS)) {
    if (specifier !== name && !specifier.startsWith(`${name}/`)) continue
    if (!owners.some((owner) => isIn(file, owner))) return `only ${owners.join(' and ')} may import ${name}`
  }
  const isNode = specifier.startsWith('node:') || builtinModules.includes(specifier)
  const pure = WITHOUT_NODE.find((folder) => isIn(file, folder))
  return isNode && pure ? `${pure} may not import Node's own modules` : undefined
}

/**
 * The folders right below another as a graph. Tests, and the files beside the folders, are no part of it.
 * @param {Map<string, string[]>} graph file → files that it imports
 * @param {string} tree
 * @returns {Map<string, string[]>} folder → folders that it imports
 */
export function foldersOf(graph, tree) {
  const depth = tree.split('/').length + 1
  const folderOf = (file) => {
    const names = file.split('/')
    return isIn(file, tree) && names.length > depth ? names.slice(0, depth).join('/') : undefined
  }
  const folders = new Map()
  for (const [file, imported] of graph) {
    const folder = folderOf(file)
    if (folder === undefined || isTest(file)) continue
    const others = imported.map(folderOf).filter((other) => other !== undefined && other !== folder)
    folders.set(folder, [...new Set([...(folders.get(folder) ?? []), ...others])])
  }
  return folders
}

/**
 * Circles of files, or folders, that import each other, each once, starting with its first name in the alphabet.
 * @param {Map<string, string[]>} graph file → files that it imports
 * @returns {string[][]}
 */
export function cyclesOf(graph) {
  const found = new Map()
  const done = new Set()
  const visit = (file, path) => {
    const at = path.indexOf(file)
    if (at >= 0) {
      const cycle = path.slice(at)
      found.set([...cycle].sort().join(), cycle)
      return
    }
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of [...graph.keys()].sort()) visit(file, [])
  return [...found.values()]
}
