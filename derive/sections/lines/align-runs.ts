import type { Mark, MarkedLine, Run } from '../../text/version-text.ts'

/** Brackets that a printer puts around struck words. The stored text does not have them. */
const EMPTY_BRACKETS = /\(\(\s*\)\)|\[\s*\]/gu
/** The stored line may have fewer of these than the runs, because spaces are cleaned and brackets are removed. */
const OPTIONAL = /[\s()[\]]/u

export function isStruckWhole(line: MarkedLine): boolean {
  if (!line.some(({ mark }) => mark === 'struck')) return false
  const kept = line
    .filter(({ mark }) => mark !== 'struck')
    .map((run) => run.text)
    .join('')
  return kept.replace(EMPTY_BRACKETS, ' ').trim() === ''
}

/**
 * Gives the runs of a line so that the runs that are not struck are the stored line, character by character. The
 * marks come from runs whose spaces and brackets may differ from it.
 */
export function alignRuns(stored: string, marked: MarkedLine): readonly Run[] {
  const runs: Run[] = []
  let from = 0
  for (const { text, mark } of marked) {
    if (mark === 'struck') {
      append(runs, text, mark)
      continue
    }
    const to = matchedTo(stored, from, text)
    if (to === null) return unaligned(stored, marked)
    append(runs, stored.slice(from, to), mark)
    from = to
  }
  const rest = stored.slice(from)
  if (rest.trim() !== '') return unaligned(stored, marked)
  append(runs, rest, 'none')
  return runs
}

/** The offset after the words of a run. null if the stored line has other words there. */
function matchedTo(stored: string, from: number, words: string): number | null {
  let at = from
  for (let index = 0; index < words.length; index += 1) {
    const character = words[index]!
    if (stored[at] === character) at += 1
    else if (stored[at] === ' ' && stored[at + 1] === character) at += 2
    else if (!OPTIONAL.test(character)) return null
  }
  return at
}

/** Keeps the law and the struck words of a line whose runs cannot be placed. */
function unaligned(stored: string, marked: MarkedLine): Run[] {
  const runs: Run[] = []
  for (const { text, mark } of marked) if (mark === 'struck') append(runs, text, mark)
  append(runs, stored, 'none')
  return runs
}

function append(runs: Run[], text: string, mark: Mark): void {
  if (text === '') return
  const last = runs.at(-1)
  if (last?.mark === mark) runs[runs.length - 1] = { text: last.text + text, mark }
  else runs.push({ text, mark })
}
