/** English texts of calls that are written in a language. */
export const snippetEn = {
  language: 'Language of the call',
  token: 'The token is taken from the variable TOKEN of the environment.',
} as const
