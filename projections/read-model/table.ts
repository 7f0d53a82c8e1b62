import type { ChangeReason } from '../../schemas/vocabulary/vocabulary.ts'

/**
 * The reasons for which a row changed, with the last time of each. They are merged by the later time, so that
 * batch limits do not matter.
 */
export type Reasons = { readonly [R in ChangeReason]?: string }

/**
 * The type of a column in memory, and in Postgres. `json` is JSON text that is never parsed on the way. `words` is a
 * search vector in the notation of Postgres (runtime/words/search-vector.ts). `item` is the JSON text of a list item
 * without `updated_at` and `reasons`. Writing a row adds them from their own columns, so that content can be compared
 * as text. `part_item` only adds `updated_at`.
 */
type Kinds = {
  id: number
  seq: bigint
  integer: number
  text: string
  text_list: readonly string[]
  id_list: readonly number[]
  integer_list: readonly number[]
  words: string
  flag: boolean
  day: string
  instant: string
  json: string
  item: string
  part_item: string
  reasons: Reasons
}
export type Kind = keyof Kinds

export const sqlTypes: { readonly [K in Kind]: string } = {
  id: 'bigint',
  seq: 'bigint',
  integer: 'integer',
  text: 'text',
  text_list: 'text[]',
  id_list: 'bigint[]',
  integer_list: 'integer[]',
  words: 'tsvector',
  flag: 'boolean',
  day: 'date',
  instant: 'timestamptz',
  json: 'json COMPRESSION lz4',
  item: 'json COMPRESSION lz4',
  part_item: 'json COMPRESSION lz4',
  reasons: 'json',
}

/** Says if a column is hashed as text, because Postgres has no hash for its type. */
export const isHashedAsText = (kind: Kind): boolean => isJson(kind) || kind === 'words'

/** Says if a column is JSON in Postgres, which cannot compare such values. */
export const isJson = (kind: Kind): boolean => jsonKinds.has(kind)
const jsonKinds: ReadonlySet<string> = new Set(
  Object.entries(sqlTypes).flatMap(([kind, type]) => (type.startsWith('json') ? [kind] : [])),
)

export type Column<K extends Kind = Kind, N extends boolean = boolean> = {
  readonly kind: K
  readonly nullable: N
}
export type Columns = { readonly [name: string]: Column }
type ValueOf<C extends Column> =
  C extends Column<infer K, infer N> ? (N extends true ? Kinds[K] | null : Kinds[K]) : never
type ValuesOf<C extends Columns> = { readonly [N in keyof C]: ValueOf<C[N]> }

/** A table of a read schema. Its key is one column; `group` is the column by which all rows of a bill are found. */
export type Table<C extends Columns = Columns> = {
  readonly name: string
  readonly columns: C
  readonly key: string
  readonly group: string | null
  /** The text after `ON schema.table` in CREATE INDEX. A leading `UNIQUE` is moved to its place. */
  readonly indexes: readonly string[]
}
export type RowOf<T extends Table> = ValuesOf<T['columns']>
export type Row = ValuesOf<Columns>

export const required = <K extends Kind>(kind: K): Column<K, false> => ({ kind, nullable: false })
export const optional = <K extends Kind>(kind: K): Column<K, true> => ({ kind, nullable: true })

export function defineTable<const C extends Columns>(table: {
  name: string
  columns: C
  key: string & keyof C
  group?: string & keyof C
  indexes?: readonly string[]
}): Table<C> {
  const { group = null, indexes = [] } = table
  return { ...table, group, indexes }
}

/** The Postgres type of a key or group column, for casts of lists. */
export const keyType = ({ columns }: Table, column: string): string => sqlTypes[columns[column]!.kind]

/**
 * The columns of every row with changes that API readers see: its position in the change index and its ready
 * JSON.
 */
export const changeColumns = {
  item: optional('item'),
  updated_at: required('instant'),
  seq: required('seq'),
  deleted: required('flag'),
  reasons: required('reasons'),
}
export type ChangeRow = ValuesOf<typeof changeColumns>

/** The same for parts of a bill: their JSON only contains `updated_at`. */
export const partColumns = { ...changeColumns, item: optional('part_item') }

/** `id` comes last, because one event may change several rows and a page may end between two of them. */
export const changeIndex = '(updated_at, seq, id)'

/** Tables without keys and indexes, as a rebuild loads them. */
export function createTables(schema: string, tables: readonly Table[]): string[] {
  return tables.map((table) => {
    const columns = Object.entries(table.columns).map(
      ([name, column]) => `${name} ${sqlTypes[column.kind]}${column.nullable ? '' : ' NOT NULL'}`,
    )
    return `CREATE TABLE ${schema}.${table.name} (${columns.join(', ')})`
  })
}

export type Index = {
  readonly table: Table
  /** The same in every read schema. */
  readonly name: string
  readonly create: (schema: string) => string
}

/** The key of a table and its indexes. */
export function indexesOf(table: Table): Index[] {
  const key: Index = {
    table,
    name: `${table.name}_pkey`,
    create: (schema) =>
      `ALTER TABLE ${schema}.${table.name} ADD CONSTRAINT ${table.name}_pkey PRIMARY KEY (${table.key})`,
  }
  return [key, ...table.indexes.map((index) => indexOf(table, index))]
}

function indexOf(table: Table, index: string): Index {
  const isUnique = index.startsWith('UNIQUE ')
  const on = isUnique ? index.slice('UNIQUE '.length) : index
  const what = on.replace(/^USING \w+ /, '').replace(/ (?:INCLUDE|WHERE) .*/, '')
  const name = [table.name, ...what.match(/\w+/g)!, 'idx'].join('_')
  const unique = isUnique ? 'UNIQUE ' : ''
  return { table, name, create: (schema) => `CREATE ${unique}INDEX ${name} ON ${schema}.${table.name} ${on}` }
}

/** The keys and indexes. A bulk load adds them afterwards, live use at once. */
export function createIndexes(schema: string, tables: readonly Table[]): string[] {
  return tables.flatMap(indexesOf).map(({ create }) => create(schema))
}
