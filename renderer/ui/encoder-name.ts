/**
 * What an encoder calls itself, in the words of its user: OBS announces itself by the names of its
 * library, ffmpeg by that of its container format library.
 */
export function encoderName(announced: string): string {
  const obs = /libobs version ([\d.]+)/.exec(announced)
  if (obs) return `OBS Studio ${obs[1] ?? ''}`
  const ffmpeg = /^Lavf([\d.]*)/.exec(announced)
  if (ffmpeg) return `FFmpeg (${announced})`
  return announced
}
