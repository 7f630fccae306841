import { describe, expect, it } from 'vitest'
import { byField, fieldOf, initialValues, presetRenditions, problemsOf, toRequest } from './form-values.ts'
import { PRESETS } from './ladder.ts'

describe('the form of a new channel', () => {
  it('starts with something that the service takes', () => {
    expect(problemsOf(initialValues())).toEqual([])
  })

  it.each(PRESETS)('stands for the preset %s', (preset) => {
    const values = { ...initialValues(), preset, renditions: presetRenditions(preset) }
    expect(problemsOf(values)).toEqual([])
    expect(toRequest(values).body).toHaveProperty('hls.length', values.renditions.length)
  })

  it('leaves out empty addresses and what is switched off', () => {
    const values = { ...initialValues(), renditions: presetRenditions('audio') }
    expect(Object.keys(toRequest(values).body)).toEqual(['hls'])
    expect(toRequest(values).body).not.toHaveProperty('hls.0.video')
    expect(toRequest({ ...values, keyUri: ' https://keys.example/k ' }).body).toHaveProperty(
      'encrypt_key_uri',
      'https://keys.example/k',
    )
  })

  it('stands for WebRTC with HLS and without: what does not belong to it is left out', () => {
    const values = {
      ...initialValues('webrtc-hls'),
      environment: 1 as const,
      keyUri: 'https://keys.example/k',
    }
    expect(problemsOf(values)).toEqual([])
    expect(toRequest(values)).toMatchObject({
      kind: 'webrtc-hls',
      body: { environment: 1, encrypt_key_uri: 'https://keys.example/k' },
    })
    const plain = { ...values, kind: 'webrtc' as const, renditions: [], authWebhook: 'http://app.example/a' }
    expect(problemsOf(plain)).toEqual([])
    expect(toRequest(plain)).toEqual({
      kind: 'webrtc',
      body: { environment: 1, auth_webhook_url: 'http://app.example/a' },
    })
    expect(toRequest({ ...values, kind: 'rtmp' }).body).not.toHaveProperty('environment')
  })

  it('finds each wrong member by the rules of the service and puts it at its field', () => {
    const [first] = presetRenditions('360p')
    const values = {
      ...initialValues(),
      name: 'x'.repeat(61),
      segmentSeconds: '' as const,
      renditions: [{ ...first!, width: 100, videoBps: '' as const, audioBps: 5 }],
      keyUri: 'http://keys.example',
      authWebhook: 'ftp://x',
    }
    expect(byField(problemsOf(values))).toEqual({
      name: 'must have at most 60 characters',
      segmentSeconds: 'must be a number from 0.5 to 60',
      'renditions.0.width': 'must be an integer from 160 to 4096',
      'renditions.0.videoBps': 'must be an integer from 15000 to 15000000',
      'renditions.0.audioBps': 'must be an integer from 32000 to 320000',
      keyUri: 'must be an https URL without user name and password, or an empty string',
      authWebhook: expect.stringContaining('must be an http or https URL') as string,
    })
  })

  it('refuses a rendition with neither video nor audio, and no rendition at all', () => {
    const [first] = presetRenditions('360p')
    const none = { ...first!, withVideo: false, withAudio: false }
    expect(byField(problemsOf({ ...initialValues(), renditions: [none] }))).toEqual({
      'renditions.0.withVideo': 'must have video, audio or both',
    })
    expect(byField(problemsOf({ ...initialValues(), renditions: [] }))).toEqual({
      renditions: 'must be a non-empty array of renditions',
    })
  })

  it('records all renditions to the destination that was chosen', () => {
    const values = { ...initialValues(), destinationId: 'D1' }
    expect(problemsOf(values)).toEqual([])
    const { body } = toRequest(values)
    const archives = 'hls' in body ? body.hls.map(({ archive }) => archive) : []
    expect(archives).toEqual(values.renditions.map(() => ({ archive_destination_id: 'D1' })))
    expect(JSON.stringify(toRequest(initialValues()))).not.toContain('archive')
  })

  it('finds the field of a member that the API named', () => {
    expect(fieldOf('hls[2].video.fps')).toBe('renditions.2.fps')
    expect(fieldOf('hls[1].durationSeconds')).toBe('segmentSeconds')
    expect(fieldOf('hls[1].archive.archive_destination_id')).toBe('destinationId')
    expect(fieldOf('event_webhook_url')).toBe('eventWebhook')
  })
})
