export const explorerEn = {
  title: 'Try it',
  parameters: 'Parameters, JSON',
  asConsole: 'Really made, with the token of the console.',
  asYou: 'Really made, as you.',
  run: 'Run',
  answer: 'Answer {{status}}, {{ms}} ms',
  noAnswer: 'No answer. Is the engine running?',
  notJson: 'Must be a JSON object',
  masked: 'Holds a masked secret (***). Put the real value in.',
  cannotRun: 'This cannot be called from the console.',
} as const
