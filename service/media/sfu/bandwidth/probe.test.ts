import { describe, expect, it } from 'vitest'
import { SimulatedFlow, runFlows } from '../../../../test/support/webrtc/flow.ts'
import { SimulatedLink } from '../../../../test/support/webrtc/link.ts'
import { ProbePlanner } from './probe.ts'

const STATE = { estimateBps: 1_000_000, neededBps: 1_700_000, sendingBps: 500_000, calm: true }

/** Start, end and bytes of each probe. */
function probes(planner: ProbePlanner, untilMs: number, state: (nowMs: number) => typeof STATE) {
  const found: { from: number; to: number; bytes: number }[] = []
  for (let now = 0; now < untilMs; now += 20) {
    const padding = planner.plan(now, state(now))
    if (!padding) continue
    const last = found.at(-1)
    if (last && now - last.to <= 20) {
      last.to = now
      last.bytes += padding.bytes
    } else found.push({ from: now, to: now, bytes: padding.bytes })
  }
  return found
}

describe('probes of a link', () => {
  it('fill up what is sent to what is needed, for somewhat less than half a second', () => {
    const [probe] = probes(new ProbePlanner(), 1000, () => STATE)
    const lasting = (probe?.to ?? 0) - (probe?.from ?? 0)
    expect(lasting).toBeGreaterThanOrEqual(400)
    expect(lasting).toBeLessThanOrEqual(450)
    const bps = ((probe?.bytes ?? 0) * 8000) / (lasting + 20)
    expect(bps + STATE.sendingBps).toBeGreaterThan(STATE.neededBps)
    expect(bps + STATE.sendingBps).toBeLessThan(STATE.neededBps * 1.2)
  })

  it('come less often when they fail, from 5 s to 30 s apart', () => {
    const starts = probes(new ProbePlanner(), 120_000, () => STATE).map((probe) => probe.from)
    const pauses = starts.slice(1).map((at, i) => Math.round((at - (starts[i] ?? 0)) / 1000))
    expect(pauses.slice(0, 4)).toEqual([10, 20, 30, 30])
  })

  it('come every 5 s while each raises the estimate', () => {
    let estimateBps = 400_000
    const found = probes(new ProbePlanner(), 21_000, (now) => {
      if (now % 5000 === 1000) estimateBps *= 1.5
      return { ...STATE, neededBps: 5_000_000, estimateBps }
    })
    expect(found.map((probe) => Math.round(probe.from / 1000))).toEqual([0, 5, 10, 15, 20])
  })

  it('reach at most twice the estimate', () => {
    const [probe] = probes(new ProbePlanner(), 1000, () => ({ ...STATE, estimateBps: 450_000 }))
    const lasting = (probe?.to ?? 0) - (probe?.from ?? 0) + 20
    expect(((probe?.bytes ?? 0) * 8000) / lasting + STATE.sendingBps).toBeLessThanOrEqual(900_000)
  })

  it('are left out where the estimate is enough or the link is not calm, and end when it no longer is', () => {
    expect(probes(new ProbePlanner(), 10_000, () => ({ ...STATE, estimateBps: 2_000_000 }))).toEqual([])
    expect(probes(new ProbePlanner(), 10_000, () => ({ ...STATE, calm: false }))).toEqual([])
    const [probe, ...others] = probes(new ProbePlanner(), 5000, (now) => ({ ...STATE, calm: now < 100 }))
    expect(probe?.to).toBe(80)
    expect(others).toEqual([])
  })

  /** Media of 500 kbit/s, and probes for 1.7 Mbit/s. */
  function probed(capacityBps: number) {
    const link = new SimulatedLink({ capacityBps, queueMs: 1000 })
    const flow = new SimulatedFlow({ link, frames: true, rate: () => STATE.sendingBps })
    const planner = new ProbePlanner()
    const estimates: number[] = []
    const queueing: number[] = []
    let left = 0
    runFlows([flow], 0, 60_000, (now) => {
      const { estimator } = flow
      estimates.push(estimator.estimateBps)
      queueing.push(link.queueingMs(now))
      if (now < 2000 || now % 20 !== 0) return
      const state = { ...STATE, estimateBps: estimator.estimateBps, calm: estimator.isCalm(now) }
      left += planner.plan(now, state)?.bytes ?? 0
      for (; left >= 250; left -= 250) flow.send(250, now)
    })
    return { estimates, queueing: queueing.sort((a, b) => a - b) }
  }

  it('find the capacity that an upgrade needs within some seconds', () => {
    const { estimates } = probed(5_000_000)
    expect(estimates[1999]).toBeLessThan(900_000)
    expect(estimates[8500]).toBeGreaterThan(STATE.neededBps)
  })

  it('do little harm to a link that has no more', () => {
    const { estimates, queueing } = probed(800_000)
    expect(Math.min(...estimates.slice(2000))).toBeGreaterThan(STATE.sendingBps)
    expect(Math.max(...estimates)).toBeLessThan(1_000_000)
    expect(queueing[Math.floor(queueing.length * 0.95)]).toBeLessThan(150)
    expect(queueing.at(-1)).toBeLessThan(500)
  })
})
