import type { Mark, Run } from '../text/version-text.ts'
import type { ComparedLine } from './compared-sections.ts'
import { commonSequence } from './sequences/common-sequence.ts'
import type { PositionPair } from './sequences/find-anchors.ts'
import type { WorkLimit } from './sequences/work-limit.ts'
import { partsOf, type Token } from './tokens.ts'
import type { DiffOp } from './version-diff.ts'

export type LineDiff = {
  readonly ops: readonly DiffOp[]
  readonly words_kept: number
}

/** An equal stretch between two changes is part of the change if it has fewer words. */
const KEPT_WORDS_MIN = 2

/** Compares the words of two lines. */
export function diffLine(from: ComparedLine, to: ComparedLine, limit: WorkLimit): LineDiff {
  if (from.id === to.id) return { ops: opsOfRuns('keep', from.runs), words_kept: from.word_ids.length }
  const pairs = commonSequence(from.token_ids, to.token_ids, limit)
  if (pairs === undefined) {
    limit.coarsen()
    return { ops: [...opsOfRuns('delete', from.runs), ...opsOfRuns('insert', to.runs)], words_kept: 0 }
  }
  return opsOfPairs(from.tokens, to.tokens, withoutShortStretches(from.tokens, pairs))
}

/** Ops for a line of one text. A line without words is one empty op, so that the line is not lost. */
export const opsOfRuns = (op: DiffOp['op'], runs: readonly Run[]): DiffOp[] =>
  runs.length === 0 ? [{ op, mark: 'none', text: '' }] : runs.map(({ mark, text }) => ({ op, mark, text }))

/** Drops equal stretches of few words that stand between two changes. The last pair is the end of the line and stays. */
function withoutShortStretches(tokens: readonly Token[], pairs: readonly PositionPair[]): PositionPair[] {
  const stretches: PositionPair[][] = []
  for (const pair of pairs) {
    const last = stretches.at(-1)?.at(-1)
    const continues = last !== undefined && last[0] + 1 === pair[0] && last[1] + 1 === pair[1]
    if (continues) stretches.at(-1)!.push(pair)
    else stretches.push([pair])
  }
  return stretches
    .filter((stretch, place) => {
      const [from, to] = stretch[0]!
      const isAtEdge = (from === 0 && to === 0) || place === stretches.length - 1
      return isAtEdge || stretch.filter(([i]) => tokens[i]!.is_word).length >= KEPT_WORDS_MIN
    })
    .flat()
}

function opsOfPairs(from: readonly Token[], to: readonly Token[], pairs: readonly PositionPair[]): LineDiff {
  const ops = createOpList()
  let words_kept = 0
  let [i, j] = [0, 0]
  for (const [nextFrom, nextTo] of pairs) {
    const isSwap = i < nextFrom && j < nextTo && sameRuns(from[i]!.spaces, to[j]!.spaces)
    // The spaces before both the old and the new words are kept.
    if (isSwap) {
      ops.addRuns('keep', from[i]!.spaces)
      ops.add('delete', from[i]!.mark, from[i++]!.text)
      ops.add('insert', to[j]!.mark, to[j++]!.text)
    }
    while (i < nextFrom) ops.addToken('delete', from[i++]!)
    while (j < nextTo) ops.addToken('insert', to[j++]!)
    const [old, token] = [from[i++]!, to[j++]!]
    if (sameRuns(old.spaces, token.spaces)) {
      ops.addRuns('keep', token.spaces)
    } else {
      ops.addRuns('delete', old.spaces)
      ops.addRuns('insert', token.spaces)
    }
    ops.add('keep', token.mark, token.text)
    if (token.is_word) words_kept += partsOf(token.text).length
  }
  return { ops: ops.finish(), words_kept }
}

const sameRuns = (a: readonly Run[], b: readonly Run[]): boolean =>
  a.length === b.length && a.every((run, place) => run.text === b[place]!.text && run.mark === b[place]!.mark)

/** Joins ops of one kind and mark. Within a change, what is deleted stands before what is inserted. */
function createOpList() {
  const ops: DiffOp[] = []
  let deleted: DiffOp[] = []
  let inserted: DiffOp[] = []
  const join = (list: DiffOp[], next: DiffOp) => {
    const last = list.at(-1)
    if (last?.op === next.op && last.mark === next.mark)
      list[list.length - 1] = { ...last, text: last.text + next.text }
    else list.push(next)
  }
  const endChange = () => {
    ops.push(...deleted, ...inserted)
    deleted = []
    inserted = []
  }
  const add = (op: DiffOp['op'], mark: Mark, text: string) => {
    if (text === '') return
    if (op === 'keep') endChange()
    join(op === 'keep' ? ops : op === 'delete' ? deleted : inserted, { op, mark, text })
  }
  const addRuns = (op: DiffOp['op'], runs: readonly Run[]) => {
    for (const { mark, text } of runs) add(op, mark, text)
  }
  return {
    add,
    addRuns,
    addToken: (op: DiffOp['op'], token: Token) => {
      addRuns(op, token.spaces)
      add(op, token.mark, token.text)
    },
    finish: (): DiffOp[] => {
      endChange()
      return ops
    },
  }
}
