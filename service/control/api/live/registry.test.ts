import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LIVE_ERRORS } from '../../../contract/errors.ts'
import { OPERATION_GROUPS } from './define-operation.ts'
import { OPERATIONS } from './operations/index.ts'
import { FORWARDED } from './operations/sfu/index.ts'
import { findOperation } from './registry.ts'

/** As the specification names them, and GetEncryptKey, group by group. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  Channels: [
    'Service_20200316.CreateMultistreamChannelWithHLS',
    'Service_20200316.CreateMultistreamChannel',
    'Service_20250901.CreateRTMPChannel',
    'Service_20200207.ListPlaylistURLs',
    'Service_20180501.DeleteChannel',
    'Service_20200729.ListChannelIDs',
    'Service_20200707.GetEncryptKey',
  ],
  'Archive destinations': [
    'Service_20190205.CreateArchiveDestination',
    'Service_20190205.DeleteArchiveDestination',
    'Service_20190205.ListArchiveDestinations',
  ],
  Signaling: [
    'Sfu_20151104.DisconnectChannel',
    'Sfu_20151104.DisconnectClient',
    'Sfu_20151104.DisconnectConnection',
    'Sfu_20201120.DisconnectChannelByRole',
    'Sfu_20201013.ListChannelConnections',
  ],
  Simulcast: ['Sfu_20201005.RequestRtpStream', 'Sfu_20201005.ResetRtpStream'],
  Spotlight: [
    'Sfu_20200807.FocusSpotlightFixed',
    'Sfu_20200807.FocusSpotlight',
    'Sfu_20200807.UnfocusSpotlight',
    'Sfu_20200807.ChangeSpotlightNumber',
  ],
  Push: [
    'Sfu_20160711.PushChannel',
    'Sfu_20160711.PushClient',
    'Sfu_20160711.PushConnection',
    'Sfu_20201120.PushChannelByRole',
  ],
  Statistics: ['Sfu_20170529.GetStatsClient', 'Sfu_20170529.GetStatsConnection'],
  Experimental: [
    'Sfu_20190327.ChangeUpstreamVideoBitRate',
    'Sfu_20201124.ListSignalingNotifyMetadata',
    'Sfu_20201124.GetSignalingNotifyMetadata',
    'Sfu_20201124.PutSignalingNotifyMetadata',
    'Sfu_20201124.DeleteSignalingNotifyMetadata',
    'Sfu_20201124.PutSignalingNotifyMetadataItem',
    'Sfu_20201124.DeleteSignalingNotifyMetadataItem',
  ],
  Deprecated: [
    'Sfu_20200401.PauseRtpStream',
    'Sfu_20200401.ResumeRtpStream',
    'Sfu_20200401.ListPauseRtpStreams',
  ],
}

describe('the registry', () => {
  it('has every operation of the specification once, in the order of its group', () => {
    expect(Object.keys(NAMES)).toEqual(OPERATION_GROUPS)
    expect(OPERATIONS.map(({ target }) => target)).toEqual(Object.values(NAMES).flat())
    expect(OPERATIONS).toHaveLength(9 + 1 + 27)
    for (const { target, group } of OPERATIONS) expect(NAMES[group]).toContain(target)
    expect(FORWARDED.every(({ target }) => target.startsWith('Sfu_'))).toBe(true)
  })

  it.each(OPERATIONS.map((one) => [one.target, one] as const))(
    '%s keeps to its own schemas',
    (target, operation) => {
      const { summary, example, response, errors } = operation
      expect(findOperation(target)).toBe(operation)
      expect(summary).toMatch(/^[A-Z].*\.$/)
      expect(() => operation.check(example.request)).not.toThrow()
      expect(response.parse(example.response)).toEqual(example.response)
      expect(new Set(errors).size).toBe(errors.length)
      expect(errors.filter((code) => LIVE_ERRORS[code].status !== 400)).toEqual([])
    },
  )

  it('creates by the operations that are called so, and only by them', () => {
    const creating = OPERATIONS.filter(({ creates }) => creates).map(({ target }) => target)
    expect(creating).toEqual(OPERATIONS.map(({ target }) => target).filter((one) => one.includes('.Create')))
  })

  it('has one file for each operation of the service itself, named by date and operation', () => {
    const files = readdirSync(join(import.meta.dirname, 'operations')).filter((name) => /^\d/.test(name))
    const names = OPERATIONS.filter((one) => !FORWARDED.includes(one)).map(({ target }) =>
      target.replace(/^Service_(\d{8})\./, '$1').toLowerCase(),
    )
    expect(names.sort()).toEqual(files.map((file) => file.replace(/-|\.ts$/g, '')).sort())
  })
})
