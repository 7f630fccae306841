import { expect, test } from './fixture.ts'

const LEFT = 440
const RIGHT = 660

test('stereo sound arrives in stereo where nothing is said of Opus', async ({
  room,
  service,
  newChannel,
}) => {
  const channelId = await newChannel()
  const heard = await room.page.evaluateHandle(
    async ({ url, channel, tones }) => {
      const { default: Sora } = await import('sora-js-sdk')
      const context = new AudioContext()
      await context.resume()
      const both = new ChannelMergerNode(context, { numberOfInputs: 2 })
      const captured = new MediaStreamAudioDestinationNode(context, { channelCount: 2 })
      both.connect(captured)
      for (const [input, frequency] of tones.entries()) {
        const tone = new OscillatorNode(context, { frequency })
        tone.connect(both, 0, input)
        tone.start()
      }
      const receiver = Sora.connection(url).recvonly(channel, null, { forceStereoOutput: true })
      const received = new Promise<MediaStream>((resolve) =>
        receiver.on('track', ({ streams }) => streams[0] && resolve(streams[0])),
      )
      await receiver.connect()
      await Sora.connection(url).sendonly(channel, null, { video: false }).connect(captured.stream)
      const stream = await received
      // Web Audio gets nothing of a remote track that no element plays.
      const player = Object.assign(new Audio(), { srcObject: stream, muted: true })
      await player.play()
      const sides = new ChannelSplitterNode(context, { numberOfOutputs: 2 })
      context.createMediaStreamSource(stream).connect(sides)
      const analysers = tones.map((_, output) => {
        const analyser = new AnalyserNode(context, { fftSize: 8192 })
        sides.connect(analyser, output)
        return analyser
      })
      /** How much louder the one tone is than the other, dB, on the left and on the right. */
      return () =>
        analysers.map((analyser) => {
          const bins = new Float32Array(analyser.frequencyBinCount)
          analyser.getFloatFrequencyData(bins)
          const [one = NaN, other = NaN] = tones.map(
            (hz) => bins[Math.round((hz * analyser.fftSize) / context.sampleRate)],
          )
          return one - other
        })
    },
    { url: service.ready.signaling_url, channel: channelId, tones: [LEFT, RIGHT] },
  )
  await expect
    .poll(async () => {
      const [left = NaN, right = NaN] = await heard.evaluate((measure) => measure())
      return left > 20 && right < -20
    })
    .toBe(true)
})
