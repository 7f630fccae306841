import { AV_LOG_FATAL, AV_OPT_SEARCH_CHILDREN, AV_OPT_TYPE_STRING } from 'node-av/constants'
import { FFmpegError, Filter, FilterGraph, Log, Rational } from 'node-av/lib'
import type { CodecContext, FilterContext, Frame } from 'node-av/lib'

/** What FFmpeg remarks on broken input is counted, not printed. */
export function silenceFfmpeg(): void {
  Log.setLevel(AV_LOG_FATAL)
}

/**
 * @param code what a native call returned
 * @throws Error with FFmpeg's words when the call failed
 */
export function must(code: number, what: string): void {
  if (code < 0) throw new Error(`${what}: ${FFmpegError.strerror(code)}`)
}

/** @throws Error when this build of FFmpeg lacks `what` */
export function present<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`FFmpeg has no ${what}`)
  return value
}

/**
 * Sets options of a codec that is not open yet. An options dictionary given to `open2Sync` would be freed
 * twice: by FFmpeg, which takes it, and by the garbage collector.
 * @throws Error when the codec has no such option or refuses the value
 */
export function setOptions(context: CodecContext, values: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(values)) {
    must(
      context.setOption(name, String(value), AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN),
      `setting ${name} to ${value}`,
    )
  }
}

/** A rate in frames per second as a fraction with at most three decimals. */
export function frameRateOf(framesPerSecond: number): Rational {
  return Number.isInteger(framesPerSecond)
    ? new Rational(framesPerSecond, 1)
    : new Rational(Math.round(framesPerSecond * 1000), 1000)
}

export function newGraph(): FilterGraph {
  const graph = new FilterGraph()
  graph.alloc()
  // A graph of one thread: the encoders have threads of their own.
  graph.nbThreads = 1
  return graph
}

/** Adds a filter to the graph, not yet linked to anything. */
export function addFilter(graph: FilterGraph, type: string, name: string, args = ''): FilterContext {
  const filter = present(Filter.getByName(type), `filter ${type}`)
  return present(graph.createFilter(filter, name, args === '' ? null : args), `filter ${type}=${args}`)
}

/** Links the first output of each filter to the first input of the next. */
export function chain(...filters: readonly FilterContext[]): void {
  filters.slice(1).forEach((next, i) => must(filters[i]?.link(0, next, 0) ?? -1, 'linking filters'))
}

/**
 * Lends `read` what filters noted of a frame, by names of FFmpeg's documentation; null where they noted nothing.
 * It is a copy that no garbage collector knows the size of, so it is freed at once.
 */
export function readMetadata(frame: Frame, read: (said: (name: string) => string | null) => void): void {
  const metadata = frame.getMetadata()
  try {
    read((name) => metadata.get(name))
  } finally {
    metadata.free()
  }
}
