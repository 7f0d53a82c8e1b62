import type { ChangeReason } from '../../schemas/vocabulary/vocabulary.ts'

/** Why a row moved, and when last for each reason. Merged by the greater time, so that batch cuts do not show. */
export type Reasons = { readonly [R in ChangeReason]?: string }

/**
 * What a column holds in memory, and the Postgres type beside it. `json` is JSON text, never parsed on the way.
 * `words` is a search vector as Postgres writes it (runtime/words/search-vector.ts). `item` is the JSON text of a list item
 * without `updated_at` and `reasons`: they are spliced in from their own columns when the row is written, so that content can
 * be compared as text. `part_item` takes `updated_at` alone.
 */
type Kinds = {
  id: number
  seq: bigint
  integer: number
  text: string
  text_list: readonly string[]
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
  words: 'tsvector',
  flag: 'boolean',
  day: 'date',
  instant: 'timestamptz',
  json: 'json COMPRESSION lz4',
  item: 'json COMPRESSION lz4',
  part_item: 'json COMPRESSION lz4',
  reasons: 'json',
}

/** Whether a column is hashed as text, because Postgres has no hash for its type. */
export const isHashedAsText = (kind: Kind): boolean => isJson(kind) || kind === 'words'

/** Whether a column is JSON in Postgres, which compares no such values. */
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
export type ValuesOf<C extends Columns> = { readonly [N in keyof C]: ValueOf<C[N]> }

/** A table of a read schema. Its key is one column; `group` names the column by which all rows of a bill are found. */
export type Table<C extends Columns = Columns> = {
  readonly name: string
  readonly columns: C
  readonly key: string
  readonly group: string | null
  /** What stands after `ON schema.table` in CREATE INDEX; a leading `UNIQUE` is moved where it belongs. */
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

/** The Postgres type of a key, or of the column of a group: what lists of them are cast to. */
export const keyType = ({ columns }: Table, column: string): string => sqlTypes[columns[column]!.kind]

/** The columns of every row that an API reader can see change: its place in the change index and its ready JSON. */
export const changeColumns = {
  item: optional('item'),
  updated_at: required('instant'),
  seq: required('seq'),
  deleted: required('flag'),
  reasons: required('reasons'),
}
export type ChangeRow = ValuesOf<typeof changeColumns>

/** The same for the parts of a bill: their JSON carries `updated_at` only. */
export const partColumns = { ...changeColumns, item: optional('part_item') }

/** `id` last: one event may move several rows, and a page ends between two of them. */
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
  const what = on.replace(/^USING \w+ /, '').replace(/ WHERE .*/, '')
  const name = [table.name, ...what.match(/\w+/g)!, 'idx'].join('_')
  const unique = isUnique ? 'UNIQUE ' : ''
  return { table, name, create: (schema) => `CREATE ${unique}INDEX ${name} ON ${schema}.${table.name} ${on}` }
}

/** Keys and indexes, made after a bulk load or at once for live use. */
export function createIndexes(schema: string, tables: readonly Table[]): string[] {
  return tables.flatMap(indexesOf).map(({ create }) => create(schema))
}
