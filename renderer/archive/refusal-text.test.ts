import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/http.ts'
import { en } from '../i18n/en.ts'
import { ja } from '../i18n/ja.ts'
import { archiveRefusal } from './refusal-text.ts'

const words = (lng: 'en' | 'ja') => {
  const i18n = createInstance()
  void i18n.init({ lng, resources: { en: { translation: en }, ja: { translation: ja } }, initAsync: false })
  return i18n.t
}
const refusal = (code: string, message = '') => new ApiError({ status: 400, code, message })
const inUse = (message: string) => refusal('ARCHIVE-DESTINATION-IN-USE', message)

describe('a refusal that is about archives', () => {
  it('says what still uses a destination, as the engine counts it', () => {
    const both = inUse(
      '2 channels that are not deleted archive to this destination, and 1 recording is on its way to this destination.',
    )
    expect(archiveRefusal(words('en'), both)).toBe(
      '2 channels that are not deleted record to it. 1 recording still has to be uploaded to it.',
    )
    expect(archiveRefusal(words('ja'), both)).toMatch(/チャンネル 2 件.*録画 1 件/)
    const one = inUse('1 channel that is not deleted archives to this destination.')
    expect(archiveRefusal(words('en'), one)).toBe('1 channel that is not deleted records to it.')
  })

  it('keeps words that it does not know', () => {
    expect(archiveRefusal(words('en'), inUse('Not now.'))).toBe('Not now.')
  })

  it('says what to do where the key of secrets is away', () => {
    expect(archiveRefusal(words('en'), refusal('ARCHIVE-SECRETS-LOCKED'))).toContain('Start Airdesk there')
  })

  it('is nothing where it is about something else', () => {
    expect(archiveRefusal(words('en'), refusal('CHANNEL-NOT-FOUND'))).toBeNull()
  })
})
