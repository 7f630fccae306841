import { PORT_MODES, type PortMode } from '../service/contract/host-protocol.ts'

/** What the desktop application takes from its command line; Chromium's own switches pass by. */
export interface LaunchOptions {
  /** Absent: the usual folder. */
  readonly dataDir: string | undefined
  readonly ports: PortMode
}

/**
 * @param argv the whole command line; options as `--name value` or `--name=value`
 * @throws Error in whole sentences when a value is missing or unknown
 */
export function readLaunchOptions(argv: readonly string[]): LaunchOptions {
  const ports = optionValue(argv, '--ports') ?? 'default'
  if (!isPortMode(ports)) {
    throw new Error(`--ports must be one of ${PORT_MODES.join(', ')}; it is "${ports}".`)
  }
  return { dataDir: optionValue(argv, '--data-dir'), ports }
}

function optionValue(argv: readonly string[], name: string): string | undefined {
  const joined = argv.find((argument) => argument.startsWith(`${name}=`))
  if (joined !== undefined) return required(name, joined.slice(name.length + 1))
  const at = argv.indexOf(name)
  return at < 0 ? undefined : required(name, argv[at + 1])
}

function required(name: string, value: string | undefined): string {
  if (!value || value.startsWith('--')) throw new Error(`${name} needs a value.`)
  return value
}

function isPortMode(text: string): text is PortMode {
  return (PORT_MODES as readonly string[]).includes(text)
}
