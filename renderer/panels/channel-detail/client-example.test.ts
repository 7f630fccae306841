import { expect, it } from 'vitest'
import { clientExample } from './client-example.ts'

it('connects to the address and the channel that are shown', () => {
  const code = clientExample('wss://192.168.1.24:8444/signaling', '9C41E0B7KQ5T0C3N8X6W4E1R9Y')
  expect(code).toContain('Sora.connection("wss://192.168.1.24:8444/signaling")')
  expect(code).toContain('.sendonly("9C41E0B7KQ5T0C3N8X6W4E1R9Y")')
  expect(Math.max(...code.split('\n').map((line) => line.length))).toBeLessThan(72)
})
