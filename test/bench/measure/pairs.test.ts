import { expect, it } from 'vitest'
import { pairInterleaved, type Run, spread } from '../../../bench/measure/pairs.ts'

const run = (subject: 'peer' | 'ours', task: string, started_ms: number): Run<string> => ({
  subject,
  task,
  started_ms,
  ended_ms: started_ms + 10,
  result: `${subject} ${task}`,
})

it('runs of two subjects in turn are compared in pairs, whoever begins', () => {
  const runs = [run('peer', 'de', 0), run('ours', 'de', 10), run('ours', 'ak', 20), run('peer', 'ak', 30)]
  expect(pairInterleaved(runs)).toEqual([
    { task: 'de', peer: 'peer de', ours: 'ours de' },
    { task: 'ak', peer: 'peer ak', ours: 'ours ak' },
  ])
})

it.each([
  [
    'all runs of one subject come first',
    ['peer de 0', 'peer ak 10', 'ours de 20', 'ours ak 30'],
    'runs 1 and 2 did "de" and "ak"',
  ],
  [
    'one subject runs twice',
    ['peer de 0', 'peer de 10', 'ours de 20', 'ours de 30'],
    'runs 1 and 2 are both of peer',
  ],
  ['one run is missing', ['peer de 0', 'ours de 10', 'peer de 20'], '3 runs are not pairs'],
  ['both run at the same time', ['peer de 0', 'ours de 5'], 'runs 1 and 2 ran at the same time'],
  ['nothing ran', [], 'there is none'],
])('no ratio is made if %s', (_, written, why) => {
  const runs = written.map((text) => {
    const [subject, task, start] = text.split(' ')
    return run(subject as 'peer' | 'ours', task!, Number(start))
  })
  expect(() => pairInterleaved(runs)).toThrow(
    `no ratio is printed, because the runs did not interleave: ${why}`,
  )
})

it('a spread is the least, the median and the greatest', () => {
  expect(spread([3, 1, 2], 0)).toBe('1 / 2 / 3')
})
