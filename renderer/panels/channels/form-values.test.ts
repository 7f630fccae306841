import { describe, expect, it } from 'vitest'
import { breaks } from '../../../service/contract/refusal/carried.ts'
import { byField, fieldOf, initialValues, presetRenditions, toRequest, problemsIn } from './form-values.ts'
import { PRESETS } from '../../channel/ladder.ts'

describe('the form of a new channel', () => {
  it('starts with something that the service takes', () => {
    expect(problemsIn(initialValues())).toEqual([])
  })

  it.each(PRESETS)('stands for the preset %s', (preset) => {
    const values = { ...initialValues(), preset, renditions: presetRenditions(preset) }
    expect(problemsIn(values)).toEqual([])
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
    expect(problemsIn(values)).toEqual([])
    expect(toRequest(values)).toMatchObject({
      kind: 'webrtc-hls',
      body: { environment: 1, encrypt_key_uri: 'https://keys.example/k' },
    })
    const plain = { ...values, kind: 'webrtc' as const, renditions: [], authWebhook: 'http://app.example/a' }
    expect(problemsIn(plain)).toEqual([])
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
    expect(byField(problemsIn(values))).toEqual({
      name: breaks('maxCharacters', { max: 60 }),
      segmentSeconds: breaks('number', { min: 0.5, max: 60 }),
      'renditions.0.width': breaks('integer', { min: 160, max: 4096 }),
      'renditions.0.videoBps': breaks('integer', { min: 15_000, max: 15_000_000 }),
      'renditions.0.audioBps': breaks('integer', { min: 32_000, max: 320_000 }),
      keyUri: breaks('httpsUrl'),
      authWebhook: breaks('url'),
    })
  })

  it('refuses a rendition with neither video nor audio, and no rendition at all', () => {
    const [first] = presetRenditions('360p')
    const none = { ...first!, withVideo: false, withAudio: false }
    expect(byField(problemsIn({ ...initialValues(), renditions: [none] }))).toEqual({
      'renditions.0.withVideo': breaks('videoOrAudio'),
    })
    expect(byField(problemsIn({ ...initialValues(), renditions: [] }))).toEqual({
      renditions: breaks('renditions'),
    })
  })

  it('records all renditions to the destination that was chosen', () => {
    const values = { ...initialValues(), destinationId: 'D1' }
    expect(problemsIn(values)).toEqual([])
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
