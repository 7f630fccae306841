/** Japanese texts of calls that are written in a language. */
import type { Texts } from '../texts.ts'

export const snippetJa: Texts['snippet'] = {
  language: '呼び出しの言語',
  token: 'トークンは環境変数 TOKEN から読みます。',
}
