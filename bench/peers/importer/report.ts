import { type Cost, type Pair, spread } from '../../measure/pairs.ts'
import { markdown } from '../../measure/tables.ts'
import type { ScrapedState } from './scraped-records.ts'
import type { Loaded } from './turns.ts'

const loads = [
  { which: 'first', name: 'first load' },
  { which: 'again', name: 'the same again' },
] as const

export function describeImporter(
  pairs: readonly Pair<Loaded>[],
  states: readonly ScrapedState[],
  { version, rounds }: { readonly version: string; readonly rounds: number },
): string {
  const recordsOf = (task: string) => states.find(({ state }) => state === task)!.records
  const tableOf = (name: string, some: readonly Pair<Loaded>[]) =>
    loads.map(({ which, name: load }) => {
      const each = (value: (cost: Cost, records: number) => number, of: 'peer' | 'ours') =>
        some.map((pair) => value(pair[of][which], recordsOf(pair.task)))
      const perSecond = ({ wall_s }: Cost, records: number) => records / wall_s
      const perRecord = ({ cpu_s }: Cost, records: number) => (cpu_s * 1000) / records
      const ratio = (of: keyof Cost) => some.map(({ peer, ours }) => peer[which][of] / ours[which][of])
      return [
        name,
        load,
        spread(each(perSecond, 'peer'), 0),
        spread(each(perSecond, 'ours'), 0),
        `${spread(ratio('wall_s'), 1)} ×`,
        spread(each(perRecord, 'peer'), 2),
        spread(each(perRecord, 'ours'), 2),
        `${spread(ratio('cpu_s'), 1)} ×`,
      ]
    })
  const head = ['records/s: peer', 'ours', 'ratio', 'CPU ms a record: peer', 'ours', 'ratio']
  return [
    `The Open States importer (Python package openstates ${version}) and legislog load the same records in turn on the same Postgres: ${states.map(({ state, records }) => `${state} ${records}`).join(', ')}; ${rounds} rounds, each from databases with people and without bills. The importer: one process for a load, as os-update starts it, without its log. Ours: a run of ingest beside a relay and a projector, until readers see all of it. CPU: all processes, Postgres and Kafka. Each cell is the least, the median and the greatest of its pairs.`,
    markdown(
      ['state', '', ...head],
      [
        ...tableOf('all', pairs),
        ...states.flatMap(({ state }) =>
          tableOf(
            state,
            pairs.filter(({ task }) => task === state),
          ),
        ),
      ],
      2,
    ),
    `Counts of the first load of ${pairs[0]!.task}: the peer printed ${pairs[0]!.peer.counts}, ours ${pairs[0]!.ours.counts}.`,
  ].join('\n\n')
}
