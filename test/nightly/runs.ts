import type { Bench } from '../../bench/benches.ts'

/** The long tests that `legislog bench` runs by name. */
export const nightlyRuns: Readonly<Record<string, Bench>> = {
  'kill-rounds': {
    does: 'kill -9 of every process at random moments, 20 rounds over a load and 20 over live revisions',
    args: ['folder', 'seed'],
    load: async () => (await import('./kill-rounds.ts')).killRounds,
  },
  nightly: {
    does: 'the guarantees in their long versions, kill-rounds and the soak, one after the other, into bench/RESULTS.md',
    args: ['folder|none', 'soak minutes', 'seed', 'processes|servers'],
    load: async () => (await import('./nightly.ts')).nightly,
  },
  soak: {
    does: 'the whole service under live news, with kills every 30 s: nothing lost, memory flat, into bench/RESULTS.md',
    args: ['minutes', 'seed', 'processes|servers'],
    load: async () => (await import('./soak.ts')).soak,
  },
  'random-faults': {
    does: 'a real `up` of its own under live news and random faults of every kind, while its answers about health are watched, into bench/RESULTS.md',
    args: ['minutes', 'seed', 'all|kinds,of,faults'],
    load: async () => (await import('./random-faults.ts')).randomFaults,
  },
}
