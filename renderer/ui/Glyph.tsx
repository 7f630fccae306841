/**
 * Glyphs of states: own drawings, each with its own outline, so that a state can't be mistaken for an
 * action. 16 px, stroke 1.5. Always beside a word, so hidden from screen readers.
 */
import type { ReactNode } from 'react'
import type { Tone } from './tone.ts'
import css from './Glyph.module.css'

export type GlyphName =
  | 'idle'
  | 'waiting'
  | 'denied'
  | 'half'
  | 'ok'
  | 'warn'
  | 'retry'
  | 'fail'
  | 'ended'
  | 'deleted'
  | 'info'
  | 'refused'
  | 'timeout'
  | 'malformed'
  | 'recording'
  | 'upload'
  | 'paused'
  | 'flask'

const SHAPES: Record<GlyphName, ReactNode> = {
  idle: <circle cx="8" cy="8" r="5.25" />,
  waiting: <circle cx="8" cy="8" r="5.75" strokeDasharray="2.4 2.1" />,
  denied: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M4 12 12 4" />
    </>
  ),
  half: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 2.25a5.75 5.75 0 0 1 0 11.5z" fill="currentColor" stroke="none" />
    </>
  ),
  ok: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="m5.5 8.2 1.8 1.8 3.3-3.7" />
    </>
  ),
  warn: (
    <>
      <path d="M8 2.4 14.2 13.2H1.8z" strokeLinejoin="round" />
      <path d="M8 6.4v3.2M8 11.2v.4" />
    </>
  ),
  retry: (
    <>
      <path d="M13 8.4a5 5 0 1 1-1.6-4" />
      <path d="M11.7 1.8v2.9H8.9" />
    </>
  ),
  fail: (
    <>
      <path d="M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3z" fill="currentColor" stroke="none" />
      <path d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4" className={css.cut} />
    </>
  ),
  ended: <rect x="3.25" y="3.25" width="9.5" height="9.5" rx="1" />,
  deleted: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M5.2 8h5.6" />
    </>
  ),
  info: (
    <>
      <rect x="2.25" y="2.25" width="11.5" height="11.5" rx="2" />
      <path d="M8 7.4v3.4M8 5v.4" />
    </>
  ),
  refused: <path d="M1.5 8h3.2m6.6 0h3.2M4.7 5v6M11.3 5v6" />,
  timeout: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 4.6V8l2.3 1.6" />
    </>
  ),
  malformed: (
    <>
      <path d="M5.4 2.5c-1.6 0-1.9.8-1.9 2v1.4c0 1.1-.5 1.8-1.5 2.1 1 .3 1.5 1 1.5 2.1v1.4c0 1.2.3 2 1.9 2" />
      <path d="M10.6 2.5c1.6 0 1.9.8 1.9 2v1.4c0 1.1.5 1.8 1.5 2.1-1 .3-1.5 1-1.5 2.1v1.4c0 1.2-.3 2-1.9 2" />
      <path d="M8 4.8v3.6M8 10.8v.4" />
    </>
  ),
  recording: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <circle cx="8" cy="8" r="2.5" fill="currentColor" stroke="none" />
    </>
  ),
  paused: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M6.5 6v4M9.5 6v4" />
    </>
  ),
  flask: (
    <>
      <path
        d="M5.4 1.8h5.2M6.4 2v4.2L2.7 13a.9.9 0 0 0 .8 1.3h9a.9.9 0 0 0 .8-1.3L9.6 6.2V2"
        strokeLinejoin="round"
      />
      <path d="M4.6 10h6.8" />
    </>
  ),
  upload: (
    <>
      <path d="M5 12.9a5.75 5.75 0 1 1 6 0" />
      <path d="M8 14V5.8M5.5 8.2 8 5.7l2.5 2.5" />
    </>
  ),
}

export function Glyph({ name, tone, size = 16 }: { name: GlyphName; tone?: Tone | 'lab'; size?: number }) {
  return (
    <svg
      className={css.glyph}
      data-tone={tone}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {SHAPES[name]}
    </svg>
  )
}
