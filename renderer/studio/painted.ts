/** Pictures that are painted here: the test picture, and the slate that stands in for a lost device. */
import { FRAME_RATE, type QualityFigures } from './quality.ts'
import type { Source } from './source.ts'

// Colours of the signal, not of the console: 75 % bars.
const BARS = [
  [1, 1, 1],
  [1, 1, 0],
  [0, 1, 1],
  [0, 1, 0],
  [1, 0, 1],
  [1, 0, 0],
  [0, 0, 1],
].map((bar) => `rgb(${bar.map((on) => on * 191).join(' ')})`)
const DARK = 'rgb(16 20 24)'
const LIGHT = 'rgb(242 244 247)'
/** −20 dBFS. */
const TONE_GAIN = 0.1
const TONE_HZ = 1000

type Paint = (context: CanvasRenderingContext2D, width: number, height: number, frame: number) => void

function paintedTrack({ width, height }: QualityFigures, paint: Paint) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) throw new Error('this browser draws no canvas')
  let frame = 0
  const draw = () => paint(context, width, height, frame++)
  draw()
  const [video] = canvas.captureStream(FRAME_RATE).getVideoTracks()
  if (video === undefined) throw new Error('the canvas gave no picture')
  const stopTicker = startTicker(1000 / FRAME_RATE, draw)
  const stop = () => {
    stopTicker()
    video.stop()
  }
  return { video, stop }
}

function text(context: CanvasRenderingContext2D, size: number, value: string, x: number, y: number): void {
  context.font = `600 ${size}px Inter, sans-serif`
  context.fillText(value, x, y)
}

/** What the test picture says. */
export interface Words {
  readonly name: string
  /** Time of day. */
  readonly clock: string
}

/** Bars, the channel's name, a clock and a frame counter; a tone of 1 kHz, −20 dBFS. */
export function testPicture(figures: QualityFigures, words: () => Words): Source {
  const paint: Paint = (context, width, height, frame) => {
    BARS.forEach((colour, index) => {
      context.fillStyle = colour
      const left = Math.floor((width * index) / BARS.length)
      context.fillRect(left, 0, Math.ceil(width / BARS.length), height)
    })
    context.fillStyle = DARK
    context.fillRect(0, height * 0.62, width, height * 0.38)
    context.fillStyle = LIGHT
    context.textAlign = 'center'
    const { name, clock } = words()
    text(context, height * 0.13, clock, width / 2, height * 0.78)
    text(context, height * 0.05, name, width / 2, height * 0.87)
    text(context, height * 0.035, String(frame).padStart(6, '0'), width / 2, height * 0.94)
    // Something that moves evenly shows dropped frames.
    context.fillRect((width * (frame % 90)) / 90, height * 0.62, width / 90, height * 0.015)
  }
  const { video, stop } = paintedTrack(figures, paint)
  return {
    kind: 'test',
    label: '',
    video,
    audio: null,
    silence: null,
    stop,
    sound: (context) => {
      const tone = new OscillatorNode(context, { frequency: TONE_HZ })
      tone.start()
      return tone.connect(new GainNode(context, { gain: TONE_GAIN }))
    },
  }
}

/** One sentence on a dark picture, silent. */
export function slate(figures: QualityFigures, sentence: string): Source {
  const paint: Paint = (context, width, height) => {
    context.fillStyle = DARK
    context.fillRect(0, 0, width, height)
    context.fillStyle = LIGHT
    context.textAlign = 'center'
    text(context, height * 0.08, sentence, width / 2, height * 0.52)
  }
  const track = paintedTrack(figures, paint)
  return { kind: 'slate', label: '', audio: null, silence: 'slate', ...track, sound: () => null }
}

const WORKER = 'onmessage = ({ data }) => setInterval(() => postMessage(0), data)'

/**
 * A timer that keeps its pace while the page is hidden: browsers slow down those of pages, not of workers.
 * @param everyMs milliseconds
 * @returns the function that ends it
 */
function startTicker(everyMs: number, tick: () => void): () => void {
  const address = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }))
  const worker = new Worker(address)
  URL.revokeObjectURL(address)
  worker.onmessage = tick
  worker.postMessage(everyMs)
  return () => worker.terminate()
}
