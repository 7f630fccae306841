/**
 * Who may import whom, as one table; eslint.config.js turns it into rules. Imports point down only:
 * contract ← protocol ← provider, platform ← media, control ← service.ts ← main.
 */
const BASE = ['service/contract', 'service/protocol']
const EDGES = ['service/provider', 'service/platform']

/** Folder → folders that it may import beside itself. A longer name wins over a shorter one. */
const MAY_IMPORT = {
  'service/contract': [],
  'service/protocol': ['service/contract'],
  'service/platform': BASE,
  'service/provider': [...BASE, 'service/platform'],
  'service/media': [...BASE, ...EDGES],
  'service/control': [...BASE, ...EDGES],
  main: ['service/contract'],
  preload: ['service/contract'],
  renderer: ['service/contract'],
}

/** Folder → folders that it may not import although the table above allows it. */
const MAY_NOT_IMPORT = {
  'service/control/api': ['service/control/store'],
}

/** Top folders that an import could reach. */
const TOP = ['main', 'preload', 'renderer', 'scripts', 'service', 'test']

/** Packages and the folders that may import them. */
const OWNERS = {
  electron: ['main', 'preload'],
  'node-av': ['service/media/transcode', 'service/media/test-picture'],
  'better-sqlite3': ['service/control/store', 'service/platform/settings'],
}

/** Zones for `import-x/no-restricted-paths`. */
export function importDirection() {
  const allowed = Object.entries(MAY_IMPORT).flatMap(([folder, others]) =>
    zonesOf(folder, [folder, ...others]),
  )
  const forbidden = Object.entries(MAY_NOT_IMPORT).flatMap(([folder, others]) =>
    others.map((other) => ({
      target: productionFiles(folder),
      from: `./${other}`,
      message: `${folder} may not import ${other}.`,
    })),
  )
  return [...allowed, ...forbidden]
}

function zonesOf(folder, fine) {
  return TOP.filter((top) => !fine.includes(top)).map((top) => ({
    target: productionFiles(folder),
    from: `./${top}`,
    except: fine.filter((name) => name.startsWith(`${top}/`)).map((name) => `.${name.slice(top.length)}`),
    message: `${folder} may import only ${fine.join(', ')}.`,
  }))
}

/** Unit tests stand beside their file and may import helpers of the tests. */
function productionFiles(folder) {
  return `./${folder}/**/!(*.test).{ts,tsx}`
}

/** One block of configuration for each group of folders with the same forbidden packages. */
export function packageOwners() {
  const patterns = (names) => ({
    'no-restricted-imports': [
      'error',
      {
        patterns: names.map((name) => ({
          group: [name, `${name}/*`],
          message: `Only ${OWNERS[name].join(' and ')} may import ${name}.`,
        })),
      },
    ],
  })
  const all = Object.keys(OWNERS)
  const folders = [...new Set(Object.values(OWNERS).flat())]
  return [
    {
      name: 'airdesk/packages',
      files: ['{service,main,preload,renderer}/**/*.{ts,tsx}'],
      ignores: ['**/*.test.{ts,tsx}'],
      rules: patterns(all),
    },
    ...folders.map((folder) => ({
      name: `airdesk/packages of ${folder}`,
      files: [`${folder}/**/*.{ts,tsx}`],
      rules: patterns(all.filter((name) => !OWNERS[name].includes(folder))),
    })),
  ]
}
