import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Question } from './queries.ts'

type Node = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Actual Total Time': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Node[]
}

const EXPLAINED = 5

/** Shows what Postgres does for a few requests of a kind, and the slowest of them node by node. */
export async function explainSlowest(database: Database, questions: readonly Question[]): Promise<string> {
  const found: { readonly plan: Node; readonly path: string }[] = []
  for (const { statement, path } of questions
    .slice(0, EXPLAINED)
    .flatMap(({ statements, path }) => statements.map((statement) => ({ statement, path })))) {
    const { rows } = await database.query<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement.replaceAll('\\x3a', ':')}`,
    )
    found.push({ plan: rows[0]!['QUERY PLAN'][0]!.Plan, path })
  }
  const slowest = found.toSorted((a, b) => b.plan['Actual Total Time'] - a.plan['Actual Total Time'])[0]!
  return `\`${slowest.path}\`:\n\n\`\`\`\n${linesOf(slowest.plan, 0).join('\n')}\n\`\`\``
}

function linesOf(node: Node, depth: number): string[] {
  const on = [node['Relation Name'], node['Index Name']].filter((name) => name !== undefined).join(' by ')
  const removed = node['Rows Removed by Filter'] ?? 0
  const line = [
    `${'  '.repeat(depth)}${node['Node Type']}${on === '' ? '' : ` ${on}`}:`,
    `${node['Actual Rows'] * node['Actual Loops']} rows,`,
    ...(removed > 0 ? [`${removed} filtered out,`] : []),
    `${(node['Actual Total Time'] * node['Actual Loops']).toFixed(1)} ms,`,
    `${node['Shared Hit Blocks']} blocks in memory and ${node['Shared Read Blocks']} read`,
  ].join(' ')
  return [line, ...(node.Plans ?? []).flatMap((inner) => linesOf(inner, depth + 1))]
}
