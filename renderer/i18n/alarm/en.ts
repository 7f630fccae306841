/** English texts of the bell and of what is heard. */
export const alarmEn = {
  title: 'Alarms',
  none: 'No alarms',
  bell_one: '{{count}} alarm',
  bell_other: '{{count}} alarms',
  /** Beside the count, for screen readers. */
  off: 'sound off',
  nothing: 'Nothing to look after',
  silence: 'Silence',
  silenceHelp: 'Quiet until there is another one',
  sound: 'Sound',
  soundHelp:
    'What takes picture or sound from viewers is heard until it is silenced, the rest once; in one window at a time.',
  test: 'Test',
  waits: 'Click for sound',
  waitsHelp: 'The browser plays no sound before somebody has clicked in this page.',
  microphone: 'Not heard while the studio of this window is on air with a microphone.',
  contact: 'No contact with the engine',
  soon: 'It starts at {{time}}.',
  system: {
    title: 'Notices of the browser',
    help: 'While another window has the focus',
    allow: 'Allow',
    granted: 'Allowed',
    denied: 'Blocked for this page: allow notifications in the settings of the browser.',
    unsupported: 'This browser has none at this address.',
  },
}
