import type { Milliseconds } from '../../contract/units.ts'
import type { Kind } from './source.ts'

/** RTMP timestamps are 32 bits and wrap (RTMP specification 1.0, 5.3.1.1). */
const WRAP = 2 ** 32
/** A step forward beyond this, or back beyond that, is a jump of the encoder's clock and not media. */
const LARGEST_STEP_MS = 3000
const LARGEST_STEP_BACK_MS = 1500
/** What a jump is replaced by: about one frame. */
const STEP_AFTER_JUMP_MS = 20
/** A kind that begins may be this much behind the other one. */
const LATEST_BEGINNING_MS = 5000

/** How far one kind has come. */
interface Course {
  /** From its timestamps to times. */
  offset: Milliseconds
  /** Latest time of it. */
  latest: Milliseconds
  /** How far the other kind went on since. */
  missed: Milliseconds
}

/**
 * Maps the timestamps of one publisher to a timeline that starts at 0 and goes on without jumps. One kind may be
 * far behind the other, so each is compared with its own last time. A jump of one is not undone by what still
 * comes of the other from before; the other takes over its mapping as soon as that fits better, so that both stay
 * in step when the encoder's clock is set.
 */
export class Timeline {
  readonly #courses: Record<Kind, Course | null> = { video: null, audio: null }
  #lastRaw = 0
  #wraps = 0
  readonly #onJump: () => void

  /** @param onJump the encoder's clock jumped; called before the time after it is handed out */
  constructor(onJump: () => void = () => undefined) {
    this.#onJump = onJump
  }

  /**
   * @param timestamp as received: of RTMP 0 to 2^32-1 ms, of a relay any ms that do not wrap
   * @returns ms since the publisher's first message; never negative
   */
  at(kind: Kind, timestamp: number): Milliseconds {
    const raw = this.#unwrap(timestamp)
    const other = this.#courses[kind === 'video' ? 'audio' : 'video']
    const course = (this.#courses[kind] ??= begin(raw, other))
    const offset = bestOffset(raw, course, other)
    course.offset = offset ?? expectedOf(course) - raw
    if (offset === null) this.#onJump()
    const time = raw + course.offset
    // What the other kind has seen of a silence already, it did not miss.
    if (other) other.missed += Math.max(0, time - course.latest - course.missed)
    course.latest = Math.max(course.latest, time)
    course.missed = 0
    return Math.max(0, time)
  }

  #unwrap(timestamp: number): number {
    if (this.#lastRaw - timestamp > WRAP / 2) this.#wraps += 1
    else if (timestamp - this.#lastRaw > WRAP / 2 && this.#wraps > 0) {
      // A straggler from before the wrap.
      return timestamp + (this.#wraps - 1) * WRAP
    }
    this.#lastRaw = timestamp
    return timestamp + this.#wraps * WRAP
  }
}

/** The first kind begins at 0, the other one as if it had been silent for as long as it may be late. */
function begin(raw: number, other: Course | null): Course {
  if (!other) return { offset: -raw, latest: 0, missed: 0 }
  const { offset, latest } = other
  return { offset, latest: latest - LATEST_BEGINNING_MS, missed: LATEST_BEGINNING_MS }
}

/** Where a kind is to be, as the other one was its clock meanwhile. */
const expectedOf = ({ latest, missed }: Course): Milliseconds => latest + Math.max(missed, STEP_AFTER_JUMP_MS)

/** The offset, its own or the other kind's, by which a kind goes on best; null where it jumps by both. */
function bestOffset(raw: number, course: Course, other: Course | null): Milliseconds | null {
  const own = course.offset
  if (other === null || other.offset === own || !goesOn(raw + other.offset, course)) {
    return goesOn(raw + own, course) ? own : null
  }
  const distance = (offset: Milliseconds) => Math.abs(raw + offset - expectedOf(course))
  return goesOn(raw + own, course) && distance(own) <= distance(other.offset) ? own : other.offset
}

const goesOn = (time: Milliseconds, { latest, missed }: Course): boolean =>
  time >= latest - LARGEST_STEP_BACK_MS && time <= latest + missed + LARGEST_STEP_MS
