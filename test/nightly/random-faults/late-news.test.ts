import { describe, expect, it } from 'vitest'
import { createConditions } from './conditions.ts'
import { createFalseAnswers } from './false-answers.ts'
import { judgeLateNews, LATE_S } from './late-news.ts'

const createObserved = () => createFalseAnswers({ conditions: createConditions(), probe: async () => {} })

/** Markers that say at the last look, and at the next one, for how long news has not been shown. */
function createMarkers(atLastLook_s: number, now_s: number) {
  let unshown_s = atLastLook_s
  return {
    unshownSeconds: () => unshown_s,
    async look() {
      unshown_s = now_s
    },
  }
}

describe('an API that says ready while news is late', () => {
  it('lies if news is not shown by a look after the answer either', async () => {
    const lies = createObserved()
    await judgeLateNews({ says_well: true, text: '200 ready' }, createMarkers(LATE_S + 5, LATE_S + 6), lies)
    expect(lies.all()).toMatchObject([{ answer: 'api /readyz', lasted_s: LATE_S + 6, text: '200 ready' }])
  })

  it('tells the truth if news is shown by then, or if it does not say ready', async () => {
    const lies = createObserved()
    await judgeLateNews({ says_well: true, text: '200 ready' }, createMarkers(LATE_S + 12, 0), lies)
    await judgeLateNews({ says_well: false, text: '' }, createMarkers(LATE_S + 5, LATE_S + 6), lies)
    expect(lies.all()).toEqual([])
  })
})
