import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { emulatorFaultApi } from './console/emulator/faults.ts'
import { FAULT_PRESET_NAMES, presetFaults } from './fault-presets.ts'
import { fault } from './faults.ts'
import { problemsOf } from './refusal/carried.ts'

const page = readFileSync(new URL('../../docs/faults.md', import.meta.url), 'utf8')

test.each(FAULT_PRESET_NAMES)('%s is a preset of faults, and told of', (preset) => {
  expect(presetFaults(preset).map((one) => fault.parse(one).id)).toContain(preset)
  expect(page).toContain(`\`${preset}\``)
})

test('every place and effect is told of', () => {
  for (const { shape } of fault.options) {
    const [at = ''] = shape.at.values
    expect(page).toContain(`\`${at}\``)
    for (const effect of 'options' in shape.effect ? shape.effect.options : [shape.effect]) {
      const [kind = ''] = effect.shape.kind.values
      expect(page, `${at} ${kind}`).toContain(`\n| \`${kind}\``)
    }
  }
})

test('narrowed to one system a preset has ids of its own', () => {
  const ids = (systemId: string) => presetFaults('api-fails', { systemId }).map(({ id }) => id)
  expect(ids('A')).toEqual(['api-fails.A', 'api-fails-2.A'])
  expect(new Set([...ids('A'), ...ids('B')]).size).toBe(4)
})

test('a preset of the whole computer cannot be narrowed to a system', () => {
  expect(() => presetFaults('disk-full', { systemId: 'A' }).map((one) => fault.parse(one))).toThrow(
    'unknownMember',
  )
})

test('what a preset cannot be narrowed to is named', () => {
  const asked = { match: { chanelId: 'A' } }
  const { error } = emulatorFaultApi.armPreset.body.safeParse(asked, { reportInput: true })
  expect(error && problemsOf(error)).toMatchObject([{ path: 'match.chanelId', rule: 'unknownMember' }])
})
