/** Sources from this machine: camera and microphone, a shared screen, a file that loops. */
import { FRAME_RATE, type QualityFigures } from './quality.ts'
import { faultOf, type Silence, type Source, type SourceFault, type SourceKind } from './source.ts'

/** Chosen devices; empty for the one that the system prefers. */
export interface DeviceChoice {
  readonly cameraId: string
  readonly microphoneId: string
}

/** How the browser cleans the sound of a microphone. */
export const SOUND_FILTERS = ['echoCancellation', 'noiseSuppression', 'autoGainControl'] as const
export type SoundFilters = Readonly<Record<(typeof SOUND_FILTERS)[number], boolean>>

interface Named {
  /** Empty where the device's own name is meant. */
  readonly label?: string | undefined
  /** Why it has no sound, where it has none. */
  readonly silence: Silence
}

function sourceOf(kind: SourceKind, stream: MediaStream, { label = '', silence }: Named): Source {
  const [video] = stream.getVideoTracks()
  if (video === undefined) throw new DOMException('no picture came', 'NotFoundError')
  return {
    kind,
    label: label === '' ? video.label : label,
    video,
    audio: stream.getAudioTracks()[0] ?? null,
    silence: stream.getAudioTracks().length === 0 ? silence : null,
    sound: (context) =>
      stream.getAudioTracks().length === 0
        ? null
        : new MediaStreamAudioSourceNode(context, { mediaStream: stream }),
    stop: () => stream.getTracks().forEach((track) => track.stop()),
  }
}

const exactly = (id: string) => (id === '' ? {} : { deviceId: { exact: id } })

const MICROPHONE_FAULTS: Readonly<Partial<Record<SourceFault, Silence>>> = {
  none: 'noMicrophone',
  denied: 'microphoneDenied',
  busy: 'microphoneBusy',
}

/**
 * With the microphone, or without one where that alone cannot be had.
 * @throws DOMException as getUserMedia does
 */
export async function camera(
  { width, height }: QualityFigures,
  chosen: DeviceChoice,
  filters: SoundFilters,
): Promise<Source> {
  const video = {
    ...exactly(chosen.cameraId),
    width: { ideal: width },
    height: { ideal: height },
    frameRate: { ideal: FRAME_RATE },
  }
  const audio = { ...exactly(chosen.microphoneId), ...filters }
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video, audio })
    return sourceOf('camera', stream, { silence: 'noMicrophone' })
  } catch (error) {
    const fault = faultOf(error)
    const silence = MICROPHONE_FAULTS[fault]
    // Who closed the question is not asked again.
    if (silence === undefined || (fault === 'denied' && !(await isMicrophoneForbidden()))) throw error
    return sourceOf('camera', await navigator.mediaDevices.getUserMedia({ video }), { silence })
  }
}

/** False where the browser does not say. */
const isMicrophoneForbidden = async (): Promise<boolean> => {
  const status = await navigator.permissions.query({ name: 'microphone' }).catch(() => null)
  return status?.state === 'denied'
}

/** @throws DOMException as getDisplayMedia does */
export async function screen({ width, height }: QualityFigures): Promise<Source> {
  const stream = await navigator.mediaDevices.getDisplayMedia({
    video: { width: { max: width }, height: { max: height }, frameRate: { max: FRAME_RATE } },
    audio: true,
  })
  // The track's own name is a number of the browser's.
  const label = stream.getVideoTracks()[0]?.getSettings().displaySurface
  return sourceOf('screen', stream, { label, silence: 'notShared' })
}

interface CapturedVideo extends HTMLVideoElement {
  captureStream?(): MediaStream
}

/** @throws DOMException NotSupportedError for a file that this browser does not play */
export async function movie(file: File): Promise<Source> {
  const video: CapturedVideo = document.createElement('video')
  const address = URL.createObjectURL(file)
  const forget = () => {
    video.pause()
    video.removeAttribute('src')
    URL.revokeObjectURL(address)
  }
  video.src = address
  video.loop = true
  video.playsInline = true
  // Not to the loudspeaker before its sound is taken from it.
  video.volume = 0
  try {
    await video.play()
    if (video.captureStream === undefined) throw new DOMException('no captureStream', 'NotSupportedError')
    const source = sourceOf('file', video.captureStream(), { label: file.name, silence: 'notInFile' })
    return {
      ...source,
      // The element's own sound, so that looping does not cut it.
      sound: (context) => {
        const sound = new MediaElementAudioSourceNode(context, { mediaElement: video })
        // What is taken is as loud as the element.
        video.volume = 1
        return sound
      },
      stop: () => {
        source.stop()
        forget()
      },
    }
  } catch (error) {
    forget()
    throw error
  }
}

export interface DeviceName {
  readonly id: string
  readonly label: string
}

/** Cameras and microphones; their names are empty until the operator has allowed their use. */
export async function listDevices(): Promise<
  Readonly<Record<'cameras' | 'microphones', readonly DeviceName[]>>
> {
  const all = await navigator.mediaDevices.enumerateDevices()
  const of = (kind: MediaDeviceKind) =>
    all
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, label }))
  return { cameras: of('videoinput'), microphones: of('audioinput') }
}
