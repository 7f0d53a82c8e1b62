import type { DiffOp, SectionChange } from '../diff/version-diff.ts'

/**
 * The ops of all lines of a section in one list. Each line ends with a line feed: kept if both texts have the line, else
 * deleted or inserted with it. Neighbors of one kind and mark are one op.
 */
export function sectionOps({ paragraphs }: SectionChange): DiffOp[] {
  const joined: DiffOp[] = []
  for (const ops of paragraphs) {
    for (const next of [...ops, { op: opOfLine(ops), mark: 'none', text: '\n' } as const]) {
      const last = joined.at(-1)
      if (last?.op === next.op && last.mark === next.mark) {
        joined[joined.length - 1] = { ...last, text: last.text + next.text }
      } else if (next.text !== '') {
        joined.push(next)
      }
    }
  }
  return joined
}

function opOfLine(ops: readonly DiffOp[]): DiffOp['op'] {
  if (ops.every(({ op }) => op === 'delete')) return 'delete'
  return ops.every(({ op }) => op === 'insert') ? 'insert' : 'keep'
}
