import { expect, it } from 'vitest'
import { lostBetween, type Unsaved } from './unsaved.ts'

const form = (of: Unsaved['of'] = () => undefined): Unsaved => ({ of, discard: () => undefined, once: false })
const at = (pathname: string, search: Readonly<Record<string, unknown>> = {}) => ({ pathname, search })

it('a form is lost with its path, or with what of the address it stands for', () => {
  const [page, beside] = [form(), form(({ user }) => user)]
  const lost = (next: ReturnType<typeof at>) => lostBetween([page, beside], at('/users', { user: 1 }), next)
  expect(lost(at('/channels'))).toEqual([page, beside])
  expect(lost(at('/users', { user: 2 }))).toEqual([beside])
  expect(lost(at('/users', { user: 1, q: 'aiko' }))).toEqual([])
})
