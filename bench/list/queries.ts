import { readBill } from '../../api/read-model/bill/bill.ts'
import { listBills, readReadyBills } from '../../api/read-model/bills/bill-list.ts'
import { readPassages } from '../../api/read-model/texts/passages.ts'
import { createReadModel, type ReadModel } from '../../api/read-schema/live-schema.ts'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'

/** A request of a kind, and the statements that answer it. */
export type Question = { readonly path: string; readonly statements: readonly string[] }
export type Kind = { readonly name: string; readonly questions: readonly Question[] }

const DIFFERENT = 200
const PAGE = {
  bytes: 8_388_608,
  pinned: undefined,
  after: undefined,
  include_deleted: false,
  since: undefined,
}

/** Words that many bills have, in many states. */
const COMMON = [
  ...['tax', 'education', 'health', 'school', 'water', 'insurance', 'public', 'county', 'license', 'vehicle'],
  ...[
    'employment',
    'property',
    'election',
    'court',
    'child',
    'energy',
    'housing',
    'veteran',
    'police',
    'budget',
  ],
]

type Sample = { id: number; jurisdiction: string; identifier: string; title: string; at: string }

/** Requests spread over the loaded bills, with the exact statements of the API. */
export async function createKinds(
  database: Database,
  objects: ObjectStore,
  readSchema: string,
): Promise<Kind[]> {
  const { rows } = await database.query<Sample>(
    `SELECT id, jurisdiction, identifier, title, to_char(updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
       FROM ${readSchema}.bills WHERE present AND NOT deleted ORDER BY random() LIMIT $1`,
    [DIFFERENT],
  )
  const { model, statementsOf } = recordStatements(database)
  const kind = async (name: string, asked: (sample: Sample, index: number) => Asked): Promise<Kind> => {
    const questions: Question[] = []
    for (const [index, sample] of rows.entries()) {
      const { path, ask } = asked(sample, index)
      questions.push({ path, statements: await statementsOf(ask) })
    }
    return { name, questions }
  }
  const searched = (q: string, jurisdiction?: string): Asked => ({
    path: `/v1/bills?limit=50&q=${encodeURIComponent(q)}${jurisdiction === undefined ? '' : `&jurisdiction=${encodeURIComponent(jurisdiction)}`}`,
    ask: () => search(model, objects, q, jurisdiction),
  })
  return [
    await kind('list page of 50, one jurisdiction', ({ jurisdiction }) => ({
      path: `/v1/bills?limit=50&jurisdiction=${encodeURIComponent(jurisdiction)}`,
      ask: () => readReadyBills(model, { ...PAGE, limit: 50, order: 'id' }, { jurisdiction }),
    })),
    await kind('list page of 50, latest action first', ({ jurisdiction }) => ({
      path: `/v1/bills?limit=50&sort=-latest_action_on&jurisdiction=${encodeURIComponent(jurisdiction)}`,
      ask: () =>
        readReadyBills(model, { ...PAGE, limit: 50, order: 'latest_action_on_desc' }, { jurisdiction }),
    })),
    await kind('detail', ({ id }) => ({ path: `/v1/bills/${id}`, ask: () => readBill(model, { id }) })),
    await kind('updated_since page of 200', ({ at }) => ({
      path: `/v1/bills?limit=200&updated_since=${encodeURIComponent(at)}`,
      ask: () => readReadyBills(model, { ...PAGE, limit: 200, order: 'changes', since: at }, {}),
    })),
    await kind('search for a number', ({ identifier }) => searched(identifier)),
    await kind('search for three words of a title', ({ title }) => searched(longestWords(title, 3))),
    await kind('search for a common word, page of 50', (_, index) =>
      searched(COMMON[index % COMMON.length]!),
    ),
    await kind('the same in one jurisdiction', ({ jurisdiction }, index) =>
      searched(COMMON[index % COMMON.length]!, jurisdiction),
    ),
  ]
}

type Asked = { readonly path: string; readonly ask: () => Promise<unknown> }

const longestWords = (title: string, count: number): string =>
  [...new Set(title.toLowerCase().match(/[a-z]{4,}/g) ?? ['act'])]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, count)
    .join(' ')

async function search(
  model: ReadModel,
  objects: ObjectStore,
  q: string,
  jurisdiction: string | undefined,
): Promise<void> {
  const page = { ...PAGE, limit: 50, order: 'identifier_desc' } as const
  const { ranked = [] } = await listBills(model, page, { q, jurisdiction })
  await readPassages(objects, ranked.slice(0, page.limit), q)
}

type Query = { readonly text: string; readonly values: readonly unknown[] }

/** A read model that records its statements, with their values filled in. */
function recordStatements(database: Database) {
  let taken: Query[] = []
  const recording = {
    query: (query: Query | string) => {
      if (typeof query !== 'string') taken.push(query)
      return database.query(query as never)
    },
  } as unknown as Database
  return {
    model: createReadModel(recording),
    async statementsOf(ask: () => Promise<unknown>): Promise<string[]> {
      taken = []
      await ask()
      return taken.map(({ text, values }) =>
        text
          .replace(/'[^']*'/g, (quoted) => (quoted.includes(':') ? literal(quoted.slice(1, -1)) : quoted))
          .replace(/\$(\d+)/g, (_, number) => literal(values[Number(number) - 1]))
          .replace(/\s+/g, ' '),
      )
    },
  }
}

/** pgbench takes a colon for the start of a variable, within quotes too. */
function literal(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(', ')}]`
  const text = String(value).replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')
  return `E'${text}'`
}
