import { createHash } from 'node:crypto'
import { zipArchive } from '../source-records/zip-archive.ts'
import type { FaultyServer, Reply } from './faulty-server.ts'

type Json = Record<string, unknown>

/** Data of one session of the local LegiScan; tests change it between two fetches. */
export type LegiscanSession = {
  readonly session: Json & { readonly session_id: number; readonly state_id: number }
  bills: Json[]
  /** By id. */
  roll_calls: Record<number, Json>
  people: Json[]
  /** The content of last week's data set; null: the present session. */
  dataset: { readonly date: string; readonly bills: readonly Json[]; readonly roll_calls: readonly Json[] }
}

export const LEGISCAN_KEY = '0123456789abcdef'

/** Answers as api.legiscan.com does, errors with status 200 among them. */
export function serveLegiscan(server: FaultyServer, sessions: () => readonly LegiscanSession[]): void {
  server.serve('/', async ({ query }): Promise<Reply> => {
    if (query.get('key') !== LEGISCAN_KEY) return failed('Invalid API key')
    const id = Number(query.get('id'))
    const all = sessions()
    const session = all.find((one) => one.session.session_id === id)
    switch (query.get('op')) {
      case 'getDatasetList':
        return { body: { status: 'OK', datasetlist: all.map(listed) } }
      case 'getDatasetRaw':
        return session === undefined ? failed('Unknown session id') : { body: await zipped(session) }
      case 'getMasterListRaw':
        return session === undefined ? failed('Unknown session id') : { body: masterList(session) }
      case 'getSessionPeople': {
        const { session: listedSessions, people } = session!
        return { body: { status: 'OK', sessionpeople: { session: listedSessions, people } } }
      }
      case 'getBill': {
        const bill = all.flatMap(({ bills }) => bills).find(({ bill_id }) => bill_id === id)
        return bill === undefined || bill.gone === true
          ? failed('Unknown bill id')
          : { body: { status: 'OK', bill } }
      }
      case 'getRollCall': {
        const rollCall = all.map(({ roll_calls }) => roll_calls[id]).find((one) => one !== undefined)
        return rollCall === undefined
          ? failed('Unknown roll call id')
          : { body: { status: 'OK', roll_call: rollCall } }
      }
      default:
        return failed('Invalid API operation')
    }
  })
}

const failed = (message: string): Reply => ({ body: { status: 'ERROR', alert: { message } } })

function listed({ session, dataset }: LegiscanSession): Json {
  return {
    ...session,
    dataset_date: dataset.date,
    dataset_hash: hashOf(dataset),
    dataset_size: 1,
    access_key: 'one-of-ours',
  }
}

function masterList({ session, bills }: LegiscanSession): Json {
  const entries = bills.map(({ bill_id, bill_number, change_hash }, index) => [
    String(index),
    { bill_id, number: bill_number, change_hash },
  ])
  return { status: 'OK', masterlist: { session, ...Object.fromEntries(entries) } }
}

function zipped({ dataset, people }: LegiscanSession): Promise<Buffer> {
  const entries = [
    ...dataset.bills.map((bill) => [`bill/${String(bill.bill_number)}.json`, { bill }] as const),
    ...people.map((person) => [`people/${String(person.people_id)}.json`, { person }] as const),
    ...dataset.roll_calls.map(
      (rollCall) => [`vote/${String(rollCall.roll_call_id)}.json`, { roll_call: rollCall }] as const,
    ),
  ]
  return zipArchive(
    Object.fromEntries(
      entries.map(([name, content]) => [`GA/2026-2026_Session/${name}`, JSON.stringify(content)]),
    ),
  )
}

const hashOf = (value: unknown): string => createHash('md5').update(JSON.stringify(value)).digest('hex')
