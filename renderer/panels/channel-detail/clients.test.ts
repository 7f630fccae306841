import { describe, expect, it } from 'vitest'
import { webrtcConnectionView } from '../../../test/support/console-views.ts'
import { clientName, codecs, inOrder } from './clients.ts'

const receiver = { role: 'recvonly', audio: null, video: null } as const

describe('the clients of a channel', () => {
  it('are listed with who sends on top, then by when they came', () => {
    const listed = inOrder([
      webrtcConnectionView({ connectionId: 'R1', since: 1, ...receiver }),
      webrtcConnectionView({ connectionId: 'S2', since: 3 }),
      webrtcConnectionView({ connectionId: 'S1', since: 2, video: null }),
      webrtcConnectionView({ connectionId: 'R0', since: 0, ...receiver }),
    ])
    expect(listed.map(({ connectionId }) => connectionId)).toEqual(['S1', 'S2', 'R0', 'R1'])
  })

  it('are called as they chose, else by their connection', () => {
    expect(clientName(webrtcConnectionView({ connectionId: 'A20C4E9KQ5', clientId: '司会' }))).toBe('司会')
    expect(clientName(webrtcConnectionView({ connectionId: 'A20C4E9KQ5' }))).toBe('A20C4E')
  })

  it('show the codecs of what they send', () => {
    expect(codecs(webrtcConnectionView())).toBe('VP9, OPUS')
    expect(codecs(webrtcConnectionView({ video: null }))).toBe('OPUS')
    expect(codecs(webrtcConnectionView(receiver))).toBe('')
  })
})
