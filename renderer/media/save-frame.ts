/**
 * Saves the picture that is shown as a PNG file.
 * @returns the file's name; null when there is no picture
 */
export function saveFrame(video: HTMLVideoElement, name: string, at: number): string | null {
  if (video.videoWidth === 0) return null
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const file = `${name}-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}.png`
  const link = document.createElement('a')
  link.href = canvas.toDataURL('image/png')
  link.download = file
  link.click()
  return file
}
