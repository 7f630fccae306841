import { Option } from 'commander'
import { integer } from './integer.ts'

/** The processes that forward WebRTC media. */
export interface SfuSettings {
  /** Most that each environment has; null: as many as this computer has use for. */
  readonly sfuProcesses: number | null
  /** From how many connections on a channel is spread over them, whatever they have to do. */
  readonly sfuSpreadFrom?: number
}

/** As they are given. */
export interface RawSfu {
  readonly sfuProcesses?: string
  readonly sfuSpreadFrom?: string
}

export const sfuOptions = (): readonly Option[] => [
  new Option(
    '--sfu-processes <number>',
    'most processes that forward WebRTC media, of each environment; as many as there are cores, 1 to 8, where it is left out; further ones start when they are needed, each on a UDP port two above the one before',
  ),
  // For tests: what is spread without it needs more load than they can make.
  new Option('--sfu-spread-from <connections>').hideHelp(),
]

/** @throws UsageError */
export const sfuOf = ({ sfuProcesses, sfuSpreadFrom }: RawSfu): SfuSettings => ({
  sfuProcesses: sfuProcesses === undefined ? null : integer('--sfu-processes', sfuProcesses, 1, 16),
  ...(sfuSpreadFrom !== undefined && {
    sfuSpreadFrom: integer('--sfu-spread-from', sfuSpreadFrom, 1, 1000),
  }),
})
