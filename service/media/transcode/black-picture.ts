import { AV_PIX_FMT_YUV420P } from 'node-av/constants'
import { Frame } from 'node-av/lib'
import { must } from './native.ts'

const BLACK = 16
const NO_COLOUR = 128

/** A picture without anything in it, to be freed by the caller; its time is not set. */
export function blackPicture(width: number, height: number): Frame {
  const frame = new Frame()
  frame.alloc()
  frame.format = AV_PIX_FMT_YUV420P
  frame.width = width
  frame.height = height
  must(frame.getBuffer(), 'a black picture')
  frame.data?.forEach((plane, i) => plane.fill(i === 0 ? BLACK : NO_COLOUR))
  return frame
}
