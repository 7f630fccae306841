/** English texts of how loud something is. */
export const soundEn = {
  title: 'Sound',
  /** Players show it some seconds later. */
  arriving: 'Sound that arrives',
  none: 'None',
  notMeasured: 'Not measured',
  notMeasuredWhy: 'It is passed on as it comes. Only what Airdesk decodes is measured.',
  /** For silence, black and still pictures. */
  checked: {
    label: 'Checked',
    both: 'Picture and sound',
    picture: 'Picture only',
    sound: 'Sound only',
    nothing: 'Nothing is decoded',
  },
  shortTerm: 'Short-term',
  peak: 'Peak',
  word: {
    silent: 'Silent',
    stopped: 'No sound',
    notYet: 'Not measured yet',
    tooLow: 'Too low',
    good: 'Good level',
    tooLoud: 'Too loud',
  },
}
