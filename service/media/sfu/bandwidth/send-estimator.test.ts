import { describe, expect, it } from 'vitest'
import { SimulatedFlow, runFlows } from '../../../../test/support/webrtc/flow.ts'
import type { FlowOptions } from '../../../../test/support/webrtc/flow.ts'
import { SimulatedLink } from '../../../../test/support/webrtc/link.ts'
import type { LinkOptions } from '../../../../test/support/webrtc/link.ts'
import { SendEstimator } from './send-estimator.ts'

const LIMITS = { startBps: 500_000, minBps: 30_000, maxBps: 10_000_000 }
const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** One flow on a link of its own: estimate and queueing delay at each ms. */
function simulate(
  link: LinkOptions,
  untilMs: number,
  options: Omit<FlowOptions, 'link'> = {},
  each: (nowMs: number, link: SimulatedLink) => void = () => {},
) {
  const simulated = new SimulatedLink(link)
  const flow = new SimulatedFlow({ ...options, link: simulated })
  const estimates: number[] = []
  const queueing: number[] = []
  runFlows([flow], 0, untilMs, (now) => {
    each(now, simulated)
    estimates.push(flow.estimator.estimateBps)
    queueing.push(simulated.queueingMs(now))
  })
  return { flow, estimates, queueing }
}

describe.each([
  ['even packets', false],
  ['frames', true],
])('an estimate from transport-wide feedback of %s', (_, frames) => {
  describe.each([1, 5])('on a link of %i Mbit/s', (mbps) => {
    const capacityBps = mbps * 1e6
    it.each([0, 15])(
      'gets near its capacity within 10 s and leaves its queue short, jitter %i ms',
      (jitterMs) => {
        const { estimates, queueing } = simulate({ capacityBps, jitterMs }, 60_000, { frames })
        expect(Math.max(...estimates.slice(0, 10_000))).toBeGreaterThan(0.8 * capacityBps)
        expect(mean(estimates.slice(10_000))).toBeGreaterThan(0.8 * capacityBps)
        expect(Math.max(...estimates)).toBeLessThan(1.5 * capacityBps)
        expect(p95(queueing)).toBeLessThan(100)
      },
    )

    it.each([
      [0.02, 0.75],
      [0.05, 0.65],
    ])('at a random loss of %d still uses %d of it', (loss, share) => {
      for (const seed of [1, 2, 3]) {
        const { estimates } = simulate({ capacityBps, loss, seed }, 40_000, { frames })
        expect(mean(estimates.slice(10_000))).toBeGreaterThan(share * capacityBps)
      }
    })
  })

  it('is lowered by heavy loss, but never below the least', () => {
    const { estimates } = simulate({ capacityBps: 5e6, loss: 0.3 }, 40_000, { frames })
    expect(Math.max(...estimates.slice(20_000))).toBeLessThan(LIMITS.startBps / 2)
    expect(Math.min(...estimates)).toBeGreaterThanOrEqual(30_000)
  })

  it('follows a capacity that drops from 3 to 0.6 Mbit/s and comes back, within 10 s each', () => {
    const { estimates, queueing } = simulate({ capacityBps: 3e6 }, 55_000, { frames }, (now, link) => {
      if (now === 15_000) link.setCapacity(6e5, now)
      if (now === 35_000) link.setCapacity(3e6, now)
    })
    expect(Math.max(...estimates.slice(16_000, 17_000))).toBeLessThan(0.7e6)
    expect(p95(queueing.slice(22_000, 35_000))).toBeLessThan(200)
    expect(Math.max(...estimates.slice(17_000, 25_000))).toBeGreaterThan(0.8 * 6e5)
    expect(estimates[45_000]).toBeGreaterThan(0.8 * 3e6)
  })

  it('leaves a start that is far too high within a second', () => {
    const rate = (estimator: SendEstimator) => Math.min(1.6e6, estimator.estimateBps)
    const { estimates } = simulate({ capacityBps: 1e6, queueMs: 1000 }, 2000, { frames, startBps: 1e7, rate })
    expect(estimates[1000]).toBeLessThan(1e6)
  })

  it('keeps the queue of a path of 200 ms short', () => {
    const { estimates, queueing } = simulate({ capacityBps: 3e6, delayMs: 100 }, 40_000, {
      frames,
      returnDelayMs: 100,
    })
    expect(mean(estimates.slice(10_000))).toBeGreaterThan(0.75 * 3e6)
    expect(p95(queueing)).toBeLessThan(200)
  })
})

describe('an estimate from transport-wide feedback', () => {
  it.each([
    ['at the same time', 0],
    ['one after the other', 10_000],
  ])('shares a link roughly fairly among flows that begin %s', (_, startsAtMs) => {
    const link = new SimulatedLink({ capacityBps: 3e6 })
    const flows = [
      new SimulatedFlow({ link }),
      new SimulatedFlow({ link, startsAtMs, returnDelayMs: 27 }),
    ] as const
    runFlows(flows, 0, 40_000)
    const before = flows.map((flow) => flow.receivedBytes)
    runFlows(flows, 40_000, 100_000)
    const [a = 0, b = 0] = flows.map((flow, i) => ((flow.receivedBytes - (before[i] ?? 0)) * 8) / 60)
    expect(a + b).toBeGreaterThan(0.8 * 3e6)
    expect(Math.max(a, b) / Math.min(a, b)).toBeLessThan(2.2)
  })

  it('does not grow far beyond what is used, nor fall for it', () => {
    const { flow, estimates } = simulate({ capacityBps: 5e6 }, 20_000, { rate: () => 300_000 })
    expect(flow.estimator.acknowledgedBps).toBeGreaterThan(270_000)
    expect(flow.estimator.acknowledgedBps).toBeLessThan(330_000)
    expect(estimates.at(-1)).toBeLessThan(600_000)
    expect(Math.min(...estimates)).toBeGreaterThanOrEqual(LIMITS.startBps)
  })

  it('falls while nothing is heard of what is sent, and comes back', () => {
    const link = new SimulatedLink({ capacityBps: 3e6 })
    const flow = new SimulatedFlow({ link })
    runFlows([flow], 0, 10_000)
    const before = flow.estimator.estimateBps
    for (let now = 10_000; now < 15_000; now++) {
      if (now % 10 === 0) flow.estimator.sent((now + 20_000) & 0xffff, 1200, now)
      flow.estimator.tick(now)
    }
    expect(flow.estimator.estimateBps).toBeLessThan(before / 4)
    expect(flow.estimator.acknowledgedBps).toBe(0)
    runFlows([flow], 15_000, 30_000)
    expect(flow.estimator.estimateBps).toBeGreaterThan(0.7 * 3e6)
  })

  it('stays when nothing is sent', () => {
    const { flow } = simulate({ capacityBps: 3e6 }, 30_000, { rate: (_, now) => (now < 10_000 ? 1e6 : 0) })
    expect(flow.estimator.estimateBps).toBeGreaterThan(1e6)
  })

  it('falls once for a packet that nothing is heard of, however long nothing is sent behind it', () => {
    const link = new SimulatedLink({ capacityBps: 3e6 })
    const flow = new SimulatedFlow({ link })
    runFlows([flow], 0, 10_000)
    const before = flow.estimator.estimateBps
    flow.estimator.sent(30_000, 1200, 10_000)
    for (let now = 10_000; now < 60_000; now += 20) flow.estimator.tick(now)
    expect(flow.estimator.estimateBps).toBe(before / 2)
    // The next one has its time to be reported.
    flow.estimator.sent(30_001, 1200, 60_000)
    for (let now = 60_000; now < 60_500; now += 20) flow.estimator.tick(now)
    expect(flow.estimator.estimateBps).toBe(before / 2)
  })

  it('bears feedback of packets never sent, of old ones and of the same again', () => {
    const { flow } = simulate({ capacityBps: 3e6 }, 5000)
    const before = flow.estimator.estimateBps
    const arrivals = Array.from({ length: 4000 }, (_, i) => ({
      sequenceNumber: (40_000 + i) & 0xffff,
      receivedAtMs: i % 3 === 0 ? null : i * 1000,
    }))
    for (let i = 0; i < 10; i++) flow.estimator.feedback({ arrivals }, 5000 + i)
    expect(flow.estimator.estimateBps).toBe(before)
  })

  it('is not disturbed by the wrap of the receiver’s clock', () => {
    const estimator = new SendEstimator(LIMITS)
    for (let i = 0; i < 2000; i++) {
      const now = i * 10
      estimator.sent(i & 0xffff, 1200, now)
      const receivedAtMs = (2 ** 30 - 10_000 + now) % 2 ** 30
      estimator.feedback({ arrivals: [{ sequenceNumber: i & 0xffff, receivedAtMs }] }, now + 30)
      if (i > 200) expect(estimator.acknowledgedBps).toBeGreaterThan(900_000)
    }
    expect(estimator.isCalm(20_000)).toBe(true)
  })
})

describe('an estimate for a receiver without transport-wide feedback', () => {
  /** Sends at `bps` for so long, with a report of `fractionLost` each second. */
  function reports(
    estimator: SendEstimator,
    fromMs: number,
    seconds: number,
    fractionLost: number,
    bps: number,
  ) {
    for (let second = 0; second < seconds; second++) {
      for (let i = 0; i < bps / 8000; i++) estimator.sent(i, 1000, fromMs + second * 1000)
      estimator.lossReport(fractionLost, fromMs + second * 1000)
      estimator.tick(fromMs + second * 1000)
    }
  }

  it('is what its REMB says, up and down', () => {
    const estimator = new SendEstimator(LIMITS)
    for (const [now, bps] of [
      [0, 2_000_000],
      [1000, 300_000],
      [2000, 4_000_000],
    ] as const) {
      estimator.receiverEstimate(bps, now)
      estimator.tick(now)
      expect(estimator.estimateBps).toBe(bps)
    }
    estimator.receiverEstimate(1, 3000)
    expect(estimator.estimateBps).toBe(LIMITS.minBps)
  })

  it('is below its REMB while much is lost', () => {
    const estimator = new SendEstimator(LIMITS)
    for (let now = 0; now < 10_000; now += 1000) {
      estimator.receiverEstimate(2_000_000, now)
      reports(estimator, now, 1, 0.3, 1_000_000)
    }
    expect(estimator.estimateBps).toBeLessThan(600_000)
    for (let now = 10_000; now < 20_000; now += 1000) {
      estimator.receiverEstimate(2_000_000, now)
      reports(estimator, now, 1, 0, 1_000_000)
    }
    expect(estimator.estimateBps).toBe(2_000_000)
  })

  it('goes on from the last REMB when no more come', () => {
    const estimator = new SendEstimator(LIMITS)
    estimator.receiverEstimate(2_000_000, 0)
    estimator.tick(60_000)
    expect(estimator.estimateBps).toBe(2_000_000)
    reports(estimator, 60_000, 10, 0.2, 2_000_000)
    expect(estimator.estimateBps).toBeLessThan(1_000_000)
  })

  it('stays at the start where nothing is reported', () => {
    const estimator = new SendEstimator(LIMITS)
    for (let now = 0; now < 60_000; now += 100) {
      estimator.sent(now & 0xffff, 1200, now)
      estimator.tick(now)
    }
    expect(estimator.estimateBps).toBe(LIMITS.startBps)
  })

  it('follows the loss of receiver reports', () => {
    const estimator = new SendEstimator(LIMITS)
    reports(estimator, 0, 5, 0.2, 500_000)
    const low = estimator.estimateBps
    expect(low).toBeLessThan(350_000)
    reports(estimator, 5000, 5, 0.05, 500_000)
    expect(estimator.estimateBps).toBe(low)
    reports(estimator, 10_000, 10, 0, 500_000)
    expect(estimator.estimateBps).toBeGreaterThan(low * 1.5)
    reports(estimator, 20_000, 100, 0, 500_000)
    expect(estimator.estimateBps).toBeLessThan(800_000)
  })

  it('no longer follows REMB or reports once there is feedback', () => {
    const { flow } = simulate({ capacityBps: 3e6 }, 10_000)
    const before = flow.estimator.estimateBps
    flow.estimator.receiverEstimate(100_000, 10_000)
    flow.estimator.lossReport(0.5, 10_000)
    expect(flow.estimator.estimateBps).toBe(before)
  })
})

describe('a packet that is sent', () => {
  it('allocates nothing', () => {
    const estimator = new SendEstimator(LIMITS)
    const packets = 5000
    const allocated = Array.from({ length: 21 }, (_, batch) => {
      const before = process.memoryUsage().heapUsed
      for (let i = 0; i < packets; i++) estimator.sent(i & 0xffff, 1200, batch * packets + i)
      return process.memoryUsage().heapUsed - before
    })
    // The median: the compiler and the collector may be seen in some batches, in bytes a packet in none.
    expect(median(allocated)).toBeLessThan(packets)
  })
})
