import { describe, expect, it } from 'vitest'
import { type Condition, createConditions } from './conditions.ts'
import { createFalseAnswers, GRACE_S } from './false-answers.ts'
import { judgeLateNews, LATE_S } from './late-news.ts'

const ready = { says_well: true, text: '200 ready' }

function createObserved() {
  let now_ms = 0
  const conditions = createConditions(() => now_ms)
  const probed: string[] = []
  let back: { condition: Condition; looks: number } | undefined
  const probe = async (condition: Condition) => {
    probed.push(condition)
    if (condition === back?.condition && probed.length === back.looks) conditions.end(condition)
  }
  const lies = createFalseAnswers({ conditions, probe, now_ms: () => now_ms })
  const pass = (seconds: number) => {
    now_ms += seconds * 1_000
  }
  const recover = (condition: Condition, looks: number) => {
    back = { condition, looks }
  }
  return { conditions, lies, pass, probed, recover }
}

describe('an answer that reports a healthy service', () => {
  it('is false if a fault that it must report has lasted longer than the grace period', async () => {
    const { conditions, lies, pass } = createObserved()
    conditions.begin('kafka')
    pass(GRACE_S - 1)
    await lies.judge('relay /readyz', async () => ready)
    expect(lies.all()).toEqual([])
    pass(2)
    await lies.judge('relay /readyz', async () => ready)
    pass(3)
    await lies.judge('relay /readyz', async () => ready)
    expect(lies.all()).toMatchObject([
      { answer: 'relay /readyz', what: 'kafka', lasted_s: GRACE_S + 4, times: 2 },
    ])
    expect(lies.noticed().get('relay /readyz, kafka')).toBe(GRACE_S + 4)
  })

  it('is not false if the fault ended, or began again, during the answer', async () => {
    const { conditions, lies, pass } = createObserved()
    conditions.begin('postgres')
    pass(60)
    await lies.judge('api /readyz', async () => {
      conditions.end('postgres')
      pass(1)
      conditions.begin('postgres')
      return ready
    })
    expect(lies.all()).toEqual([])
  })

  it.each([1, 3])('is not false if the store answers %i probes later', async (looks) => {
    const { conditions, lies, pass, probed, recover } = createObserved()
    conditions.begin('postgres')
    pass(25)
    recover('postgres', looks)
    await lies.judge('project /readyz', async () => ready)
    expect(probed).toEqual(Array(looks).fill('postgres'))
    expect(lies.all()).toEqual([])
    expect(lies.noticed().size).toBe(0)
  })

  it('is not false for a fault that it need not report, or if it reports the fault', async () => {
    const { conditions, lies, pass } = createObserved()
    conditions.begin('redis')
    pass(60)
    await lies.judge('relay /readyz', async () => ready)
    await lies.judge('api /readyz', async () => ({ says_well: false, text: '200 degraded' }))
    expect(lies.all()).toEqual([])
    expect(lies.counts().get('api /readyz')).toEqual({ asked: 1, well: 0 })
  })
})

const createUnconditioned = () =>
  createFalseAnswers({ conditions: createConditions(), probe: async () => {} })

/** Markers that report, at the last look and at the next one, for how long news has not been shown. */
function createMarkers(atLastLook_s: number, now_s: number) {
  let unshown_s = atLastLook_s
  return {
    unshownSeconds: () => unshown_s,
    async look() {
      unshown_s = now_s
    },
  }
}

describe('an API that reports ready while events are late', () => {
  it('is false if the events are still not shown at a look after the answer', async () => {
    const lies = createUnconditioned()
    await judgeLateNews({ says_well: true, text: '200 ready' }, createMarkers(LATE_S + 5, LATE_S + 6), lies)
    expect(lies.all()).toMatchObject([{ answer: 'api /readyz', lasted_s: LATE_S + 6, text: '200 ready' }])
  })

  it('is correct if the events are shown at that look, or if it does not report ready', async () => {
    const lies = createUnconditioned()
    await judgeLateNews({ says_well: true, text: '200 ready' }, createMarkers(LATE_S + 12, 0), lies)
    await judgeLateNews({ says_well: false, text: '' }, createMarkers(LATE_S + 5, LATE_S + 6), lies)
    expect(lies.all()).toEqual([])
  })
})
