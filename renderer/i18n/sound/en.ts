/** English texts of how loud something is. */
export const soundEn = {
  title: 'Sound',
  /** Players show it some seconds later. */
  arriving: 'Sound that arrives',
  sending: 'Sound that is sent',
  none: 'None',
  notMeasured: 'Not measured',
  notMeasuredWhy: 'It is passed on as it comes. Only what Airdesk decodes is measured.',
  word: { notYet: 'Not measured yet', tooLow: 'Too low', good: 'Good level', tooLoud: 'Too loud' },
}
