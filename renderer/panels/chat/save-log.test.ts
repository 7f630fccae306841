import { describe, expect, it } from 'vitest'
import { logOf } from './save-log.ts'

const message = (user_name: string, body: string) => ({
  ...{ message_id: 'A', schedule_id: 'S', user_id: 7, user_name, body },
  created_datetime: '2026-11-20T10:00:00',
})

describe('the exported chat', () => {
  it('has a line for each message, in quotes', () => {
    expect(logOf([message('Ann', 'a "b", c')])).toBe(
      'created_datetime,user_id,user_name,body\r\n"2026-11-20T10:00:00","7","Ann","a ""b"", c"\r\n',
    )
  })

  it('holds no formula', () => {
    expect(logOf([message('=cmd', '@sum(1)')])).toContain(`"'=cmd","'@sum(1)"`)
  })
})
