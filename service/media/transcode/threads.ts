import type { VideoTarget } from '../../contract/media.ts'

/** Pictures of 1280x720 at 30 a second that one x264 thread of preset veryfast encodes in good time. */
const PIXELS_PER_THREAD = 1280 * 720 * 30

/**
 * x264 threads for one output: as many as its size needs in real time and one to spare. Each further
 * thread holds back one more picture and costs its memory.
 * @param cores processor cores of this machine
 */
export function encoderThreads(target: VideoTarget, cores: number): number {
  const needed = Math.ceil((target.width * target.height * target.frameRate) / PIXELS_PER_THREAD)
  return Math.max(1, Math.min(needed + 1, Math.ceil(cores * 1.5)))
}
