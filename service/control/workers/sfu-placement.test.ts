import { expect, test } from 'vitest'
import { placeConnection, placeRoom, usualSfuProcesses } from './sfu-placement.ts'
import type { SfuCandidate } from './sfu-placement.ts'

const at = (state: SfuCandidate['state']) => (cpu: number, connections: number) => ({
  state,
  cpu,
  connections,
})
const ready = at('ready')
const away = at('away')(0, 0)
const absent = at('absent')(0, 0)

test.each([
  ['the first, where none runs', [absent, absent], 0],
  ['the first, where none of several runs any more', [away, absent], 0],
  ['the one that runs, while it has little to do', [ready(0.09, 3), absent], 0],
  ['another one, where the one that runs has connections', [ready(0, 4), absent], 1],
  ['another one, where the one that runs is busy', [ready(0.1, 1), absent], 1],
  ['the one with little to do, where another is busy', [ready(0.9, 80), ready(0.02, 1), absent], 1],
  ['another one, where all that run are busy', [ready(0.9, 80), ready(0.2, 9), absent, absent], 2],
  ['the least busy, where there are no more', [ready(0.9, 80), ready(0.2, 9), ready(0.3, 5)], 1],
  ['the least busy, where the others have just failed', [ready(0.9, 80), away, away], 0],
  ['the least busy by CPU, with fewer connections', [ready(0.9, 10), ready(0.5, 40)], 1],
  ['the one with fewer connections, before CPU tells them', [ready(0, 12), ready(0, 8)], 1],
  ['the one with fewer connections, where both are as busy', [ready(0.5, 12), ready(0.5, 8)], 1],
  ['one that is ready in a moment', [away, ready(0, 0)], 1],
])('a channel goes to %s', (_, processes, index) => {
  expect(placeRoom(processes)).toBe(index)
})

test('forty rooms of four that come at once are spread evenly', () => {
  const processes = [ready(0, 0), absent, absent, absent]
  for (let room = 0; room < 40; room++) {
    const index = placeRoom(processes)
    const { cpu, connections } = processes[index] ?? absent
    processes[index] = ready(cpu, connections + 4)
  }
  expect(processes.map(({ connections }) => connections)).toEqual([40, 40, 40, 40])
})

test('as many as there are cores, one to eight', () => {
  expect([0, 1, 2, 8, 64].map((cores) => usualSfuProcesses(cores))).toEqual([1, 1, 2, 8, 8])
})

const LARGE = 32
const full = ready(0.7, 40)

test.each([
  ['its process, while that is not full', [ready(0.69, 60), ready(0, 0), absent], [0], LARGE, 0],
  ['another one that has room, where its own is full', [full, ready(0.4, 20), absent], [0], LARGE, 1],
  ['another one, where its own is full of connections', [ready(0, 70), ready(0, 0)], [0], LARGE, 1],
  ['the one with most room', [full, ready(0.3, 9), ready(0.1, 9)], [0], LARGE, 2],
  ['one that does not run, where no other has room', [full, ready(0.41, 9), absent], [0], LARGE, 2],
  ['its process, where no other has room', [full, ready(0.5, 9), away], [0], LARGE, 0],
  ['its process, while it is small', [ready(1, 200), ready(0, 0), absent], [0], LARGE - 1, 0],
  ['the least busy of its processes', [full, ready(0.6, 9), ready(0, 0)], [0, 1], LARGE, 1],
  ['the least busy of its processes, also its home again', [ready(0.2, 9), ready(0.5, 9)], [0, 1], LARGE, 0],
  [
    'the one with fewer connections, where both are as busy',
    [ready(0.5, 12), ready(0.5, 8)],
    [0, 1],
    LARGE,
    1,
  ],
  ['a third one, where all of its own are full', [full, ready(0.8, 9), ready(0, 0)], [0, 1], LARGE, 2],
])('a connection of a channel goes to %s', (_, processes, own, connections, index) => {
  expect(placeConnection(processes, own, connections)).toBe(index)
})

test('160 connections of one channel that come at once are spread as soon as a process is full', () => {
  const processes = [ready(0, 0), absent, absent]
  const own = [0]
  for (let connection = 0; connection < 160; connection++) {
    const index = placeConnection(processes, own, connection)
    if (!own.includes(index)) own.push(index)
    const { cpu, connections } = processes[index] ?? absent
    processes[index] = ready(cpu, connections + 1)
  }
  expect(processes.map(({ connections }) => connections)).toEqual([70, 70, 20])
})
