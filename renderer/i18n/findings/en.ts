/** English texts of what is wrong with a broadcast, and what to do. */
export const findingEn = {
  'keyframe-interval': {
    what: 'Keyframes arrive every {{interval}} s; segments need {{target}} s.',
    fix: 'Set keyframe interval to {{target}} s in OBS: Output, Streaming.',
  },
  'bitrate-above-top': {
    what: 'Encoder sends {{rate}} Mbps; the top rendition is {{top}}.',
    fix: 'Lower the bitrate to {{top}} Mbps, or make a channel with a larger rendition.',
  },
  'frame-rate-low': {
    what: 'Only {{rate}} frames a second arrive; the encoder says {{nominal}}.',
    fix: 'The encoding computer or its network is too slow. Lower resolution or frame rate in OBS.',
  },
  'network-gap': {
    what: 'Network gap of {{length}} s.',
    fix: 'Nothing came from the encoder, then it went on. If it comes again, check the uplink.',
  },
  drift: {
    what: 'Media time drifts against the clock: {{ms}} ms by now, and growing.',
    fix: 'The clock of the encoder is off, or it cannot keep up. Restart it before a long broadcast.',
  },
  'no-audio': {
    what: 'No audio for {{seconds}} s; the renditions have some.',
    fix: 'In OBS, check that a sound source is not muted.',
    fixClient: 'Check that the microphone of the client is not muted.',
  },
  'no-video': {
    what: 'No video for {{seconds}} s; the renditions have some.',
    fix: 'In OBS, check that a video encoder is chosen under Output.',
    fixClient: 'Check that the camera of the client is on.',
  },
  silent: {
    what: 'Viewers hear nothing: digital silence for {{seconds}} s.',
    fix: 'In OBS, check that the sound source is not muted and that its level moves.',
    fixClient: 'Check that the microphone of the client is not muted.',
  },
  black: {
    what: 'Viewers see black, for {{seconds}} s by now.',
    fix: 'In OBS, check which scene is live and that its sources are shown.',
    fixClient: 'Check that the camera of the client is on and not covered.',
  },
  frozen: {
    what: 'Viewers see a still picture: nothing in it moved for {{seconds}} s.',
    fix: 'Fine where it shows a slide. Otherwise check the camera and the scene in OBS.',
    fixClient: 'Fine where it shows a slide. Otherwise check the camera of the client.',
  },
  'source-small': {
    what: 'Encoder sends {{size}}; the top rendition is {{topSize}}.',
    fix: 'Raise the output resolution in OBS to {{topSize}}, or make a channel with smaller renditions.',
  },
  'sound-late': {
    what: 'Sound comes {{seconds}} s after its picture.',
    fix: 'The encoder sends it late. In OBS, check the sound device and its sync offset; restart the encoder if it grows.',
    fixClient: 'The client sends it late. Check its microphone, and connect it again if it grows.',
  },
  'transcoding-late': {
    what: 'Transcoding is {{seconds}} s behind what is sent.',
    fix: 'This computer is the cause, not who sends. Close other programs, or give the channel fewer or smaller renditions.',
  },
  'transcoder-restarted': {
    what: 'The transcoder stopped and was started again, {{restarts}} × so far.',
    fix: 'Viewers saw a short gap. If it repeats, use fewer or smaller renditions.',
  },
  'disk-full': {
    what: 'The disk is full; segments are held in memory.',
    fix: 'Free some space. Viewers keep watching; older segments are dropped first.',
  },
}
