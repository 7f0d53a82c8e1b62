import { expect, it } from 'vitest'
import { plot } from '../../../../../site/console/html/bar-plot.ts'
import { durationsOf } from '../../../../../site/console/views/service/usage.ts'

it('durations of all routes are summed by class, the shortest first and the open class last', () => {
  const calls = [
    {
      latency: [
        { up_to_ms: null, requests: 1 },
        { up_to_ms: 10, requests: 5 },
      ],
    },
    {
      latency: [
        { up_to_ms: 5, requests: 2 },
        { up_to_ms: 10, requests: 3 },
      ],
    },
  ]
  expect(durationsOf(calls)).toEqual([
    { name: 'up to 5 ms', value: 2 },
    { name: 'up to 10 ms', value: 8 },
    { name: 'longer', value: 1 },
  ])
})

it('a plot has a name for people who do not see it, and every number in a table', () => {
  const { text } = plot('Requests by day', 'Day', [
    { name: '2026-06-01', value: 40 },
    { name: '2026-06-02', value: 10 },
  ])
  expect(text).toContain('aria-label="Requests by day: at most 40"')
  expect(text).toMatch(/<td>2026-06-02<\/td><td>10<\/td>/)
  const heights = [...text.matchAll(/<rect [^>]*height="([\d.]+)"/g)].map(([, height]) => Number(height))
  expect(heights).toEqual([160, 40])
})
