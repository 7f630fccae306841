import { describe, expect, it } from 'vitest'
import { Turns } from './turns.ts'

describe('turns', () => {
  it('lets only so many work at once, in the order they came, also after a failure', async () => {
    const turns = new Turns(2)
    const begun: number[] = []
    const works = [0, 1, 2, 3].map(() => Promise.withResolvers<number>())
    const taken = works.map(({ promise }, i) =>
      turns.take(() => {
        begun.push(i)
        return promise
      }),
    )
    await Promise.resolve()
    expect(begun).toEqual([0, 1])
    works[1]?.reject(new Error('no'))
    await expect(taken[1]).rejects.toThrow('no')
    expect(begun).toEqual([0, 1, 2])
    works[0]?.resolve(0)
    expect(await taken[0]).toBe(0)
    expect(begun).toEqual([0, 1, 2, 3])
    for (const { resolve } of works) resolve(9)
    expect(await Promise.all([taken[2], taken[3]])).toEqual([9, 9])
    expect(await turns.take(() => Promise.resolve('free again'))).toBe('free again')
  })
})
