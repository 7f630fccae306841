/** Ways to run the service; each takes all of its options. */
export const SERVICE_COMMANDS = {
  serve: 'run the service, as without a command',
  window: 'run it and show the console in a window; both end together, but no broadcast',
} as const

/** The commands beside the service itself, each with what it does, as `--help` lists them. */
export const COMMANDS = {
  export: 'write the state to one file, also while the service runs',
  import: 'make the state of a file the state; the one before is kept',
  snapshot: 'keep the state under a name and come back to it',
  reset: 'remove all of a kind; what is not named stays',
  seed: 'add demo data',
  exec: 'run a command with a service of its own, for tests',
  record: 'run a command with a service of its own and keep what passed as a file',
  replay: 'send what was recorded again, here or elsewhere, and tell what is different',
  coverage: 'tell what of a service with --emulator was and was not seen',
  'nginx-config': 'write a configuration for nginx in front of what viewers load',
} as const

export type CommandName = keyof typeof COMMANDS

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[]
