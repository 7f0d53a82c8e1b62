import type { Summary } from '../../derive/summary/summary.ts'
import type { VersionText } from '../../derive/text/version-text.ts'
import { createRandom } from '../../test/support/builders/seeded-random.ts'

export type Summarized = {
  readonly name: string
  readonly title: string
  readonly text: VersionText
  readonly summary: Summary
}

/** Draws so many of the list, in the order of the list. The same seed draws the same ones. */
export function drawn<T>(list: readonly T[], count: number, seed: number): T[] {
  const random = createRandom(seed)
  const places = list.map((_one, place) => place)
  const taken = Array.from({ length: Math.min(count, list.length) }, () => {
    const [place] = places.splice(random.between(0, places.length), 1)
    return place!
  })
  return taken.sort((a, b) => a - b).map((place) => list[place]!)
}

/** What is wrong with a summary: a quote that is not the text at its offsets, or a number that no quote has. */
export function faultsOf({ name, text, summary }: Summarized): string[] {
  if (summary.method !== 'extractive') return []
  const characters = [...text.text]
  const misquoted = summary.citations.filter(
    ({ start, end, quote }) => characters.slice(start, end).join('') !== quote,
  )
  const quoted = summary.citations.map(({ quote }) => quote).join(' ')
  const numbers = summary.text.match(/\d[\d,.]*\d|\d/gu) ?? []
  const unfounded = numbers.filter((number) => !quoted.includes(number))
  return [
    ...misquoted.map(({ quote }) => `${name}: not at its offsets: ${quote}`),
    ...unfounded.map((number) => `${name}: not in the text: ${number}`),
  ]
}

/** A summary with the section of each sentence, for a reader who judges it. */
export const shownSummary = ({ name, title, summary }: Summarized): string =>
  [
    `### ${name}`,
    ...(title === '' ? [] : [title]),
    ...summary.citations.map(({ section, quote }) => `- [${section}] ${quote.replace(/\s+/gu, ' ')}`),
  ].join('\n')
